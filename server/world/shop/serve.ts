import { startShops } from './shop.server.ts';

// The shops in their own process, for journeys in a browser: node server/world/shop/serve.ts PORT FILE
const [, , port = '0', file = ':memory:'] = process.argv;
const { url } = await startShops({ port: Number(port), file });
console.log(url);
