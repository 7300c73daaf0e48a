import { linkCode, linkCodeRule } from '@vitrine/contract/links.ts';

/** Codes that could be mistaken for official pages of the installation. */
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

/** Why a custom code is not allowed. Whether it is taken is checked in the database. */
export function codeRefusal(code: string): string | undefined {
  if (!linkCode.test(code)) return linkCodeRule;
  return reservedCodes.has(code.toLowerCase()) ? 'is reserved' : undefined;
}
