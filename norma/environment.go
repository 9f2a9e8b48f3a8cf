package norma

import (
	"slices"
	"strings"
)

// Agents get a chosen environment: what programs need to run at all, what agents.ROLE.env names, and NORMA_*. The
// rest of the caller's environment, with its keys and tokens, is nobody's business.

// passed are the variables every agent gets; a name that ends in * stands for all that begin so.
var passed = []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM", "NO_COLOR", "TMPDIR", "XDG_*",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
	"GIT_AUTHOR_*", "GIT_COMMITTER_*", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
	"NOMADOCX_CHROMIUM", "NOMADOCX_SANDBOX", "NOMADOCX_SOFFICE", "NOMADOCX_ASSETS", "SOURCE_DATE_EPOCH"}

// needed are the variables the command line tools of models log in with.
var needed = map[string][]string{
	TypeCodex:    {"CODEX_*", "OPENAI_*", "NODE_EXTRA_CA_CERTS"},
	TypeGemini:   {"GEMINI_*", "GOOGLE_*", "NODE_EXTRA_CA_CERTS"},
	TypeOpenCode: {"OPENCODE_*", "OPENAI_*", "ANTHROPIC_*", "GEMINI_*", "GOOGLE_*", "OPENROUTER_*", "NODE_EXTRA_CA_CERTS"},
}

// environment chooses an agent's variables from all; agents.ROLE.env adds names, groups of names (AWS_*, or * for
// everything), and values (NAME=value).
func (a *Agent) environment(all []string) []string {
	names := append(slices.Clone(passed), needed[a.Type]...)
	var given []string
	for _, e := range a.Env {
		if strings.Contains(e, "=") {
			given = append(given, e)
		} else {
			names = append(names, e)
		}
	}
	var chosen []string
	for _, v := range all {
		name, _, _ := strings.Cut(v, "=")
		if slices.ContainsFunc(names, func(n string) bool {
			group, ok := strings.CutSuffix(n, "*")
			return n == name || ok && strings.HasPrefix(name, group)
		}) {
			chosen = append(chosen, v)
		}
	}
	return append(chosen, given...)
}
