package latex

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// The characters commands stand for (unicode-math's names), by class: pairs of name and character.
// Where several names stand for one character the first one is written.
var symbolTable = [...]struct {
	class Class
	pairs string
}{
	{Ord, `| ‖ alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ
		rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ
		Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
		infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ neg ¬ lnot ¬ ell ℓ hbar ℏ hslash ℏ imath ı jmath ȷ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ wp ℘
		prime ′ backprime ‵ top ⊤ bot ⊥ angle ∠ measuredangle ∡ triangle △ square □ Box □ blacksquare ■ Diamond ◇ lozenge ◊ bigstar ★ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠
		flat ♭ natural ♮ sharp ♯ surd √ checkmark ✓ degree ° S § P ¶ copyright © pounds £ yen ¥ euro € eth ð mho ℧ complement ∁ Vert ‖ vert | backslash \ # # % % & & _ _ $ $ eth ð
		ldots … dots … dotsc … dotso … cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ddots ⋱ iddots ⋰ intercal ⊺ cents ¢ maltese ✠ blacktriangle ▲ QED ∎ i ı j ȷ ss ß aa å AA Å`},
	{Big, `sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ bigcup ⋃ bigcap ⋂ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigodot ⨀ bigoplus ⨁ bigotimes ⨂ biguplus ⨄ intop ∫ smallint ∫`},
	{Bin, `pm ± mp ∓ times × div ÷ cdot ⋅ centerdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀
		oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡ amalg ⨿ diamond ⋄ bigcirc ◯ bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ lhd ⊲ rhd ⊳
		boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ ltimes ⋉ rtimes ⋊ Cap ⋒ Cup ⋓ curlyvee ⋎ curlywedge ⋏ barwedge ⊼ veebar ⊻ circledast ⊛ circledcirc ⊚ dotplus ∔ divideontimes ⋇ * ∗`},
	{Rel, `leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ leqslant ⩽ geqslant ⩾ equiv ≡ sim ∼ thicksim ∼ simeq ≃ approx ≈ thickapprox ≈ cong ≅ asymp ≍ propto ∝ varpropto ∝ doteq ≐ ll ≪ gg ≫ lll ⋘ ggg ⋙
		prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒
		in ∈ notin ∉ ni ∋ owns ∋ mid ∣ nmid ∤ parallel ∥ nparallel ∦ perp ⟂ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ lt < gt > colon : coloneqq ≔ eqqcolon ≕
		lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ triangleq ≜ bumpeq ≏ Bumpeq ≎ circeq ≗ eqcirc ≖ trianglelefteq ⊴ trianglerighteq ⊵ nleq ≰ ngeq ≱ nless ≮ ngtr ≯
		nsubseteq ⊈ nsupseteq ⊉ ncong ≇ nsim ≁ approxeq ≊ backsim ∽ between ≬ pitchfork ⋔ therefore ∴ because ∵ vartriangleleft ⊲ vartriangleright ⊳ risingdotseq ≓ fallingdotseq ≒
		to → rightarrow → gets ← leftarrow ← leftrightarrow ↔ uparrow ↑ downarrow ↓ updownarrow ↕ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕
		implies ⟹ Longrightarrow ⟹ impliedby ⟸ Longleftarrow ⟸ iff ⟺ Longleftrightarrow ⟺ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ mapsto ↦ longmapsto ⟼
		hookrightarrow ↪ hookleftarrow ↩ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋
		rightleftarrows ⇄ leftrightarrows ⇆ rightrightarrows ⇉ leftleftarrows ⇇ upuparrows ⇈ downdownarrows ⇊ twoheadrightarrow ↠ twoheadleftarrow ↞ rightsquigarrow ⇝ leadsto ⇝ nrightarrow ↛ nleftarrow ↚
		nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮ nLeftrightarrow ⇎ curvearrowright ↷ curvearrowleft ↶ circlearrowright ↻ circlearrowleft ↺ upharpoonright ↾ restriction ↾ multimap ⊸ dashrightarrow ⇢ Rrightarrow ⇛ Lleftarrow ⇚
		ngeqslant ≱ nleqslant ≰ nprec ⊀ nsucc ⊁ nvdash ⊬ nvDash ⊭`},
	{Open, `{ { lbrace { lbrack [ langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lgroup ⟮ lmoustache ⎰ llbracket ⟦ ulcorner ⌜ llcorner ⌞`},
	{Close, `} } rbrace } rbrack ] rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rgroup ⟯ rmoustache ⎱ rrbracket ⟧ urcorner ⌝ lrcorner ⌟`},
	{Punct, `cdotp · ldotp . comma ,`},
}

// ascii characters that are no letters and not in the table.
var asciiClasses = map[string]Class{"+": Bin, "=": Rel, "<": Rel, ">": Rel, "(": Open, "[": Open, ")": Close, "]": Close, ",": Punct, ";": Punct, "!": Close, "?": Close}

type symbolIndex struct {
	byName  map[string]Node
	command map[string]string // character → command, without the backslash
	class   map[string]Class
}

// index is made when the first formula is read: most documents have none.
var index = sync.OnceValue(func() *symbolIndex {
	x := &symbolIndex{byName: map[string]Node{}, command: map[string]string{}, class: map[string]Class{}}
	for _, t := range symbolTable {
		f := strings.Fields(t.pairs)
		for i := 0; i+1 < len(f); i += 2 {
			name, char := f[i], f[i+1]
			if _, twice := x.byName[name]; twice {
				continue
			}
			x.byName[name] = Node{Kind: Symbol, Text: char, Class: t.class}
			if _, known := x.command[char]; !known {
				x.command[char] = name
			}
			if _, known := x.class[char]; !known {
				x.class[char] = t.class
			}
		}
	}
	for c, class := range asciiClasses {
		x.class[c] = class
	}
	x.class["−"], x.class["∗"], x.class[":"] = Bin, Bin, Rel
	return x
})

func symbols() map[string]Node { return index().byName }

// classOf returns the class of a character.
func classOf(s string) Class { return index().class[s] }

// ClassOf returns the class of a character, for readers of other notations.
func ClassOf(r rune) Class {
	var b [utf8.UTFMax]byte
	return index().class[string(b[:utf8.EncodeRune(b[:], r)])]
}

// delimiters are the commands that may stand behind \left.
var delimiters = map[string]string{
	"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|", "lvert": "|", "rvert": "|", "lbrack": "[", "rbrack": "]",
	"langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "backslash": "\\", "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕",
	"Uparrow": "⇑", "Downarrow": "⇓", "Updownarrow": "⇕", "lgroup": "⟮", "rgroup": "⟯", "llbracket": "⟦", "rrbracket": "⟧", "ulcorner": "⌜", "urcorner": "⌝", "lt": "⟨", "gt": "⟩",
}
