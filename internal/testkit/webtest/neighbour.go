package webtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

// neighbour is a page of another site that tries to get at addresses in every way a page has. read has what it could
// read, and which globals scripts have made.
const neighbour = `<!DOCTYPE html><meta charset="utf-8"><title>neighbour</title><script>
const known = new Set(Object.getOwnPropertyNames(window)), read = [];
const element = (name, attributes) => new Promise(done => {
  const e = document.createElement(name);
  e.onload = e.onerror = () => { 
    try { if (name === "iframe" && e.contentDocument.body.textContent) read.push("iframe " + e.contentDocument.body.textContent); } catch (x) {}
    try { if (name === "link" && e.sheet.cssRules.length) read.push("style"); } catch (x) {}
    if (name === "img" && e.naturalWidth) read.push("img");
    done();
  };
  Object.assign(e, attributes);
  document.head.append(e);
});
const fetched = (address, how) => fetch(address, how).then(r => r.text()).then(t => { if (t) read.push("fetch " + t); }, () => {});
async function attack(address) {
  await element("script", { src: address });
  await element("script", { src: address, type: "module" });
  await element("link", { href: address, rel: "stylesheet" });
  await element("img", { src: address });
  await element("iframe", { src: address });
  await fetched(address);
  await fetched(address, { credentials: "include" });
  await fetched(address, { mode: "no-cors" });
  await fetched(address, { method: "POST", mode: "no-cors", body: "# A document\n" });
  await fetched(address, { method: "POST", body: "# A document\n" });
  await new Promise(done => { const e = new EventSource(address); e.onopen = () => { read.push("events"); e.close(); done(); }; e.onerror = () => { e.close(); done(); }; });
}
const attacked = Promise.all(ADDRESSES.map(attack));
const globals = () => Object.getOwnPropertyNames(window).filter(n => !known.has(n) && !/^\d+$/.test(n) && !["known", "read", "element", "fetched", "attack", "attacked", "globals"].includes(n));
</script>`

// Neighbour opens a page of another host and port that tries to get at addresses, and returns what it got, "" for
// nothing.
func (b *Browser) Neighbour(addresses ...string) string {
	b.t.Helper()
	list, err := json.Marshal(addresses)
	if err != nil {
		b.t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.Replace(neighbour, "ADDRESSES", string(list), 1))
	}))
	b.t.Cleanup(server.Close)
	page := b.Open(strings.Replace(server.URL, "127.0.0.1", "localhost", 1))
	return page.Eval(`attacked.then(() => read.concat(globals()).join("\n"))`)
}
