// What the workbench uses of CodeMirror.
export {EditorState, EditorSelection, Transaction} from "@codemirror/state";
export {EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, drawSelection, dropCursor} from "@codemirror/view";
export {history, historyKeymap, defaultKeymap, undo, redo} from "@codemirror/commands";
export {StreamLanguage, HighlightStyle, syntaxHighlighting, foldGutter, foldService, foldKeymap, bracketMatching} from "@codemirror/language";
export {autocompletion, completionKeymap} from "@codemirror/autocomplete";
export {lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint";
export {search, searchKeymap, openSearchPanel} from "@codemirror/search";
export {tags} from "@lezer/highlight";
