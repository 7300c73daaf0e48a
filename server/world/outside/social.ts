import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { html } from '../../src/platform/http/html.ts';
import { answerInstagram } from './instagram.ts';
import { answerTikTok } from './tiktok.ts';
import {
  type ProviderRequest,
  type Name,
  type OutsideAccount,
  outsideKeys,
  type ProviderStage,
  type ProviderAnswer,
} from './stage.ts';
import { answerYouTube } from './youtube.ts';

const answers: Record<Name, (request: ProviderRequest) => ProviderAnswer> = {
  instagram: answerInstagram,
  tiktok: answerTikTok,
  youtube: answerYouTube,
};
const permissionPaths: Record<Name, string> = {
  instagram: '/oauth/authorize',
  tiktok: '/v2/auth/authorize/',
  youtube: '/o/oauth2/v2/auth',
};
const denials: Record<Name, Record<string, string>> = {
  instagram: { error: 'access_denied', error_reason: 'user_denied', error_description: 'The user denied your request' },
  tiktok: { error: 'access_denied', error_description: 'The user denied' },
  youtube: { error: 'access_denied' },
};

function stageOf(account: OutsideAccount): ProviderStage {
  return { account, grants: new Map(), access: new Map(), refresh: new Map(), mood: 'well', calls: [] };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The page on which a user grants or denies permission. */
function permissionPage(stage: ProviderStage, name: Name, query: URLSearchParams): string {
  const redirectUri = query.get('redirect_uri') ?? '';
  const code = `code-${stage.grants.size + 1}-${name}-${'y'.repeat(20)}`;
  stage.grants.set(code, { redirectUri, challenge: query.get('code_challenge'), used: false });
  const state = query.get('state') ?? '';
  const back = (parameters: Record<string, string>) =>
    `${redirectUri}?${new URLSearchParams({ ...parameters, state }).toString()}`;
  // Instagram appends this to the URL, as documented.
  const tail = name === 'instagram' ? '#_' : '';
  return html`<!doctype html><html lang="en"><title>${name}</title><h1>Allow Vitrine to see @${stage.account.handle}?</h1>
<p><a href="${back({ code })}${tail}">Allow</a> <a href="${back(denials[name])}${tail}">Deny</a></p>`.toString();
}

export type OutsideSocial = {
  stages: Record<Name, ProviderStage>;
  /** Settings that make the product use these servers. */
  social: Record<Name, { clientId: string; clientSecret: string; baseUrl: string }>;
  /** Grants permission like a user. Returns the URL that the platform redirects to. */
  allow(address: string): Promise<URL>;
  stop(): Promise<void>;
};

function nameIn(path: string): Name | undefined {
  const [, first] = path.split('/');
  return first === 'instagram' || first === 'tiktok' || first === 'youtube' ? first : undefined;
}

async function answer(
  stages: Record<Name, ProviderStage>,
  now: () => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://outside.test');
  const name = nameIn(url.pathname);
  if (!name) return void response.writeHead(404).end();
  const path = url.pathname.slice(name.length + 1);
  const stage = stages[name];
  if (path === permissionPaths[name]) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    return void response.end(permissionPage(stage, name, url.searchParams));
  }
  stage.calls.push(`${request.method} ${path}`);
  const form = new URLSearchParams(await bodyOf(request));
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  const reply: ProviderAnswer =
    stage.mood === 'down'
      ? { status: 503, body: 'maintenance' }
      : answers[name]({ stage, now: now(), path, query: url.searchParams, form, bearer });
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply.body));
}

const accounts: Record<Name, OutsideAccount> = {
  instagram: {
    id: '17841400000000001',
    handle: 'ava.lindqvist',
    followers: 48_200,
    posts: 612,
    likes: 1_480,
    comments: 62,
    views: 0,
  },
  tiktok: {
    id: 'open-id-ava',
    handle: 'avalindqvist',
    followers: 21_400,
    posts: 188,
    likes: 2_100,
    comments: 90,
    views: 31_000,
  },
  youtube: {
    id: 'UCava',
    handle: 'avalindqvist',
    followers: 9_130,
    posts: 74,
    likes: 640,
    comments: 48,
    views: 12_400,
  },
};

/** Instagram, TikTok and YouTube as documented, on loopback. */
export async function openOutsideSocial(options: { port?: number; now?: () => number } = {}): Promise<OutsideSocial> {
  const now = options.now ?? (() => Date.now());
  const stages = {
    instagram: stageOf({ ...accounts.instagram }),
    tiktok: stageOf({ ...accounts.tiktok }),
    youtube: stageOf({ ...accounts.youtube }),
  };
  const server = createServer((request, response) => void answer(stages, now, request, response));
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = (name: Name) => ({ ...outsideKeys, baseUrl: `${origin}/${name}` });
  return {
    stages,
    social: { instagram: keys('instagram'), tiktok: keys('tiktok'), youtube: keys('youtube') },
    allow: async (address) => {
      const page = await (await fetch(address)).text();
      const link = /href="([^"]+)">Allow/.exec(page)?.[1] ?? '';
      return new URL(link.replaceAll('&amp;', '&'));
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
