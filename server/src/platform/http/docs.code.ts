import { type Html, html } from './html.ts';

// Colors for code, so that strings, comments and keywords can be told apart. It is no parser: what it doesn't
// recognize stays plain.

const jsonString = /(?<string>"(?:\\.|[^"\\\n])*")/;
const keywords = 'async|await|catch|const|else|export|for|function|if|import|from|new|of|return|throw|try|type';
const script =
  /(?<comment>\/\/.*)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\b(?<keyword>KEYWORDS)\b/;
const shell =
  /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:\\.|[^"\\])*"|'[^']*')|(?<keyword>(?<=^|\n)(?:curl|export|npm|node)\b)/;
const markup = /(?<comment><!--[^]*?-->)|(?<string>"[^"]*")|(?<keyword><\/?[\w-]+)/;

const scriptPattern = new RegExp(script.source.replace('KEYWORDS', keywords));
const patterns: Record<string, RegExp> = {
  html: markup,
  js: scriptPattern,
  json: jsonString,
  jsx: scriptPattern,
  sh: shell,
  ts: scriptPattern,
  tsx: scriptPattern,
};

/** The text of a code block of this language, with its strings, comments and keywords marked. */
export function tinted(text: string, language: string): Html {
  const pattern = patterns[language];
  if (!pattern) return html`${text}`;
  const parts: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(pattern.source, 'g'))) {
    const [kind] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    parts.push(html`${text.slice(end, found.index)}`);
    parts.push(html`<i class="${kind ?? ''}">${found[0]}</i>`);
    end = found.index + found[0].length;
  }
  return html`${parts}${text.slice(end)}`;
}
