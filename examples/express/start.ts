import { Vitrine } from '@vitrine/sdk';
import { createShop } from './shop.ts';

// Starts the shop: VITRINE=… KEY=… SNIPPET='<script …>' WEBHOOK_SECRET=whsec_… node examples/express/start.ts

const { VITRINE = 'http://localhost:3000', KEY = '', SNIPPET = '', WEBHOOK_SECRET = '' } = process.env;
const { app, sendReports } = createShop(new Vitrine({ url: VITRINE, key: KEY }), {
  snippet: SNIPPET,
  webhookSecret: WEBHOOK_SECRET,
  onCommission: (orderId, { amount, currency }) => console.log('commission', orderId, amount, currency),
});
setInterval(() => void sendReports(), 60_000);
app.listen(3100, () => console.log('The shop is at http://localhost:3100'));
