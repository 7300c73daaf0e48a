// The credentials of the demo. All of them are public, printed at the start and in the README, so production refuses
// them everywhere.

/** The password of every demo user. */
export const demoPassword = 'vitrine-demo';

/** All of the demo's creators have addresses at this domain, which exists nowhere. */
export const demoCreatorsDomain = '@creators.test';
/** The demo's other users. */
export const demoStaffEmails: readonly string[] = [
  'brand@glow.test',
  'brand@northwind.test',
  'brand@maison.test',
  'operator@vitrine.test',
];

export const demoApiKeys = {
  glow: 'vtk_demo_glow_lab',
  northwind: 'vtk_demo_northwind',
  maison: 'vtk_demo_maison_clair',
} as const;
export const demoShopifySecret = 'vts_demo_glow_lab';
export const demoInvitation = 'demo-glow-lab-invitation';

const secrets: ReadonlySet<string> = new Set([...Object.values(demoApiKeys), demoShopifySecret, demoInvitation]);

/** Whether this is one of the demo's secrets and the demo is not allowed here. */
export function isRefusedSecret(config: { production: boolean }, secret: string): boolean {
  return config.production && secrets.has(secret);
}

/** Whether these are a demo user's credentials and the demo is not allowed here. */
export function isRefusedSignIn(config: { production: boolean }, email: string, password: string): boolean {
  return (
    config.production &&
    password === demoPassword &&
    (email.endsWith(demoCreatorsDomain) || demoStaffEmails.includes(email))
  );
}
