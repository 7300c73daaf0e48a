import { startOpenId } from './openid.ts';

// The provider in its own process, for journeys in a browser: node server/world/openid.serve.ts PORT REDIRECT…
const [, , port = '0', ...redirectUris] = process.argv;
const provider = await startOpenId({ port: Number(port), redirectUris });
console.log(provider.url);
