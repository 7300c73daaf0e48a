// Runs beside the page (early.ts starts it). The first formatter of dates and numbers makes the browser read its data
// about all languages and zones, a tenth of a second on a phone; once read, every thread has it, the page's too.
new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(0);
new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(0);
new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', month: 'long', day: 'numeric' }).format(0);
new Intl.ListFormat('en').format(['', '']);
self.close();
