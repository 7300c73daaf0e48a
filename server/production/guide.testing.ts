import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { repository } from './sources.testing.ts';

// The fenced blocks of the guides in docs. After the language, the first line of a block can have a label that no reader
// of the page sees: `not-run=…` says why no test runs the block.

/** The pages of the operator's guide with commands, in the order in which their commands are run. */
export const guidePages = [
  'install',
  'first-brand',
  'backup',
  'incidents',
  'upgrade',
  'container',
  'kubernetes',
  'growing',
  'failover',
] as const;

/** A fenced block; language and label are empty if it has none. */
export type Fence = { language: string; label: string; text: string };

/** The blocks of a page below `docs`, such as `shops/sdk`, as the site at /docs reads them. */
export function fencesOf(page: string): Fence[] {
  const fences: Fence[] = [];
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(readFileSync(join(repository, 'docs', `${page}.md`), 'utf8')), (token) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as Tokens.Code;
    const [language = '', ...label] = lang.split(' ');
    fences.push({ language, label: label.join(' '), text: `${text}\n` });
  });
  return fences;
}

export function isRun({ label }: Fence): boolean {
  return !label.startsWith('not-run=');
}

/**
 * A block of commands of the operator's guide. `sh serve` starts a server, which runs until the end; `sh warns` may end
 * with exit code 1; `sh not-run=…` needs a program that isn't here.
 */
export type Block = { page: string; kind: 'run' | 'serve' | 'warns' | 'not-run'; text: string };

/** The blocks of a page of the operator's guide with shell commands. */
export function blocksOf(page: string): Block[] {
  return fencesOf(`operate/${page}`).flatMap((fence): Block[] => {
    const { language, label, text } = fence;
    if (language !== 'sh') return [];
    if (!isRun(fence)) return [{ page, kind: 'not-run', text }];
    return [{ page, kind: label === 'serve' || label === 'warns' ? label : 'run', text }];
  });
}

/** A command of a guide for shops, with the answer that the guide prints next. */
export type Command = { text: string; answer: string | undefined };

/** Guides for shops whose commands are run by their own test, because they need a place of their own. */
const ownCommands: ReadonlySet<string> = new Set(['sdk']);

function isCommand(guide: string, fence: Fence | undefined): boolean {
  return fence?.language === 'sh' && isRun(fence) && !ownCommands.has(guide);
}

/** The commands of a guide for shops, in its order. docs.guides.test.ts runs them. */
export function commandsOf(guide: string): Command[] {
  const fences = fencesOf(`shops/${guide}`);
  return fences.flatMap((fence, index) => {
    const next = fences[index + 1];
    const answer = next?.language === 'json' ? next.text : undefined;
    return isCommand(guide, fence) ? [{ text: fence.text, answer }] : [];
  });
}

/** The blocks of a guide for shops that aren't commands or their answers: programs, markup and texts. */
export function programsOf(guide: string): string[] {
  const fences = fencesOf(`shops/${guide}`);
  return fences
    .filter((fence, index) => isRun(fence) && !isCommand(guide, fence) && !isAnswer(guide, fences, index))
    .map(({ text }) => text);
}

function isAnswer(guide: string, fences: readonly Fence[], index: number): boolean {
  return fences[index]?.language === 'json' && isCommand(guide, fences[index - 1]);
}

/** Which test runs the programs of a guide. It takes all of them with `takePrograms`. */
export const programTests: Readonly<Record<string, string>> = {
  sdk: 'sdk/test/guide.test.ts',
  shopify: 'server/src/shops/sync/sync.subscriptions.test.ts',
  snippet: 'e2e/snippet.shop.ts',
  stripe: 'server/src/shops/stripe/stripe.guide.test.ts',
  webhooks: 'server/src/webhooks/webhooks.guide.test.ts',
};

/** The programs of a guide for the test that runs them. It says how many it runs, so that none is left out. */
export function takePrograms(guide: string, count: number): string[] {
  const programs = programsOf(guide);
  if (programs.length !== count)
    throw new Error(`docs/shops/${guide}.md has ${programs.length} programs, and its test runs ${count}`);
  return programs;
}
