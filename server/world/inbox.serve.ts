import PostalMime from 'postal-mime';
import { openInbox } from '../src/platform/mail/inbox.testing.ts';

// A mail server in its own process, for journeys in a browser: node server/world/inbox.serve.ts. It prints its address
// and then each email as one line of JSON.

const inbox = await openInbox(async (raw) => {
  const { to = [], subject = '', text = '' } = await PostalMime.parse(raw);
  console.log(JSON.stringify({ to: to[0]?.address, subject, text }));
});
console.log(inbox.url);
process.stdin.resume().once('end', () => inbox.close());
