// Runs in a worker (early.ts starts it). The first date and number formatters make the browser read its data about
// languages and time zones, which takes 100 ms on a phone; once read, every thread has it.
new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(0);
new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(0);
new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', month: 'long', day: 'numeric' }).format(0);
new Intl.ListFormat('en').format(['', '']);
self.close();
