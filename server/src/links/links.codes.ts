import { linkCode, linkCodeRule } from '@vitrine/contract/links.ts';

/** Codes that would be taken for a page of the installation or for its voice. */
export const reservedCodes = new Set([
  'about',
  'account',
  'admin',
  'api',
  'app',
  'assets',
  'billing',
  'brand',
  'contact',
  'docs',
  'healthz',
  'help',
  'home',
  'index',
  'invite',
  'login',
  'logout',
  'media',
  'metrics',
  'null',
  'operator',
  'pages',
  'preview',
  'privacy',
  'readyz',
  'register',
  'report',
  'reset',
  'robots',
  'root',
  'security',
  'settings',
  'signin',
  'signup',
  'static',
  'status',
  'support',
  'system',
  'terms',
  'undefined',
  'vitrine',
  'www',
]);

/** Why a code of one's own cannot be had, whoever asks; whether somebody has it already only the table knows. */
export function codeRefusal(code: string): string | undefined {
  if (!linkCode.test(code)) return linkCodeRule;
  return reservedCodes.has(code.toLowerCase()) ? 'is reserved' : undefined;
}
