import { Vitrine } from '@vitrine/sdk';
import { createShop } from './shop.ts';

// Starts the shop: VITRINE=… KEY=… SNIPPET='<script …>' node examples/express/start.ts

const { VITRINE = 'http://localhost:3000', KEY = '', SNIPPET = '' } = process.env;
const { app, sendReports } = createShop(new Vitrine({ url: VITRINE, key: KEY }), SNIPPET);
setInterval(() => void sendReports(), 60_000);
app.listen(3100, () => console.log('The shop is at http://localhost:3100'));
