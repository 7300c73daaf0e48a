import { legalVersions } from '@vitrine/contract/legal.ts';
import type { LegalText } from './legal.ts';
import { browserStorage } from './privacy-policy.storage.ts';
import { rights } from './privacy-policy.rights.ts';

export const privacyPolicy: LegalText = {
  slug: 'privacy-policy',
  title: 'Privacy policy',
  version: legalVersions['privacy-policy'],
  summary: [
    'We collect what is needed to sign you in, to show your storefronts, to count clicks, and to pay you. We do not sell it.',
    'Shoppers are counted by a short-lived random mark in their browser, not by who they are.',
    'There are no advertising cookies and no trackers of other companies in the portal or on storefronts.',
    'You can see, correct, download and delete your data. If support staff look into your account, you see that they did.',
    'This summary is here to help you. The policy itself follows below.',
  ],
  sections: [
    {
      id: 'controller',
      heading: 'Who is responsible',
      parts: [
        '{Operator} (“we”, “us”) runs this installation of the Vitrine creator portal and is responsible for the personal data that is processed in it. You can reach us about anything to do with privacy at {email}, or by letter to {post}.',
        'This policy applies to the portal where creators, brands and our staff log in, to the public storefronts, to the shortlinks, and to the programming interface (API) that shops use. It does not apply to the brands’ shops that links open: there, the brand’s own policy applies.',
        'Brands decide for themselves what they do with what they learn through the portal, and they alone are responsible for that. Where they only give us instructions, for example when they import a catalog or report orders, we process that data for them.',
      ],
    },
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      parts: [
        {
          lead: 'From creators, and from the staff of brands:',
          items: [
            'account: name, handle, email address, password (only as a hash that cannot be reversed), picture, language, time zone, project, and the version of the terms you accepted;',
            'invitations: who invited you, which terms were offered, when you accepted;',
            'content: your storefronts, collections, posts, titles, notes, pictures, links and discount codes;',
            'messages: what you and a brand write to each other, with pictures, and how far each of you has read;',
            'sessions: when and with which kind of browser and device you signed in, and the first part of your network address;',
            'support: what you ask us, and what you let us attach to the report of a problem. You see it before you send it.',
          ],
        },
        {
          lead: 'To pay creators:',
          items: [
            'commissions, their reasons and their reversals, balances, payouts and statements;',
            'the payment details you enter. They are kept encrypted and shown in full to no one but you and those who carry out a payout;',
            'tax information, where the law requires us to ask for it.',
          ],
        },
        {
          lead: 'From social networks, only if you connect an account:',
          items: [
            'the name and id of the account, and figures such as followers, posts, views and reactions, as the network gives them to us;',
            'access tokens, which are kept encrypted and which you can withdraw at any time by disconnecting. We never post for you.',
          ],
        },
        {
          lead: 'From people who report a page, link or picture:',
          items: [
            'your name and email address, the address you report, and what you write about it;',
            'with a copyright notice, also your postal address, telephone number and signature. The person you report gets your name and your notice without private addresses; with any other report, only what you write about it.',
          ],
        },
        {
          lead: 'From shoppers who open a storefront or click a shortlink:',
          items: [
            'the time, the page or link, the page they came from, the kind of browser and device, the language and, roughly, the country;',
            'a random mark in the browser for 30 minutes (see “Cookies and browser storage”), of which we keep only a hash;',
            'where no mark comes back, a hash of traits of the visit with a new salt each day, so that it cannot be followed from one day to the next. We do not keep the full network address;',
            'a short hash of the network address, salted in the same way, which tells programs that send many clicks from people.',
          ],
        },
        {
          lead: 'From the shops of brands, when an order follows a click or a code:',
          items: [
            'the order number, time, products, quantities, prices, discounts, currency, and later refunds;',
            'the click id or the discount code that came with the order, and, where the shop sends one, a hash which tells a returning customer from a new one. We do not ask for shoppers’ names, postal addresses or card numbers, and drop them if a shop sends them.',
          ],
        },
      ],
    },
    {
      id: 'why',
      heading: 'What we use it for, and our legal basis',
      parts: [
        {
          lead: 'We use personal data:',
          items: [
            'to carry out our contract with you: to log you in, to run your storefronts, to deliver messages, to calculate and pay commission (Article 6 (1) (b) GDPR, where it applies);',
            'to keep the portal safe and honest: to count people and not machines, to recognize a creator’s own clicks, to stop fraud and attacks, to keep an audit log of important actions (our legitimate interest and that of creators and brands in accurate figures, Article 6 (1) (f));',
            'to help you when you ask us, and to fix what you report (Article 6 (1) (b) and (f));',
            'to meet legal obligations, such as bookkeeping and tax law (Article 6 (1) (c));',
            'to show you figures from social networks that you connected, with your consent, which you can withdraw by disconnecting (Article 6 (1) (a)).',
          ],
        },
        'You do not have to give us any of this. Without account data we cannot give you an account, and without payment details we cannot pay you; everything else is up to you.',
        'No decision that has a legal effect on you is made by a machine alone. The attribution rules are set in advance, you can read each decision on an order with its reasons, and a person reviews it when you object.',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and browser storage',
      parts: [
        ...browserStorage,
        'These entries are necessary for what you asked for, so we do not ask for consent for them. You can delete them in your browser; you are then logged out. There are no cookies for advertising, no pixels, no fingerprinting for marketing, and no scripts of other companies.',
        'If the operator has set up another company’s help form, it opens in a frame only when you choose Feedback/support. It then learns your ids in the portal, so that we can answer you, and may set cookies of its own under its own policy.',
        'Because we do not track you across other sites, there is nothing for a “Do Not Track” signal or the Global Privacy Control to switch off. We treat everyone as if they had sent it.',
      ],
    },
    {
      id: 'who-sees',
      heading: 'Who can see it',
      parts: [
        {
          lead: 'Within the portal:',
          items: [
            'Anyone sees what you publish: your handle, name, picture, storefronts and posts.',
            'A brand with which you have a storefront sees your profile, your content for that brand, your messages with it, the clicks and orders you bring it, and the commission it owes you. It sees nothing about your work with other brands.',
            'A creator sees orders that were credited to them, without seeing who the shopper was.',
            'Our staff see what they need to run the portal. To look at it through your account they need a stated reason and get a limited time; you see each visit in your security log.',
          ],
        },
        {
          lead: 'Outside the portal, we pass on data only:',
          items: [
            'to those who work for us under contract and on our instructions: hosting, email delivery, backups, and payment services when you are paid;',
            'to social networks, as far as is needed to ask for the figures of an account that you connected;',
            'to authorities and courts, where the law requires it, after checking that it really does, and telling you where we may;',
            'to a successor, if the portal is transferred to someone else, under this same policy;',
            'to defend rights, as far as this is necessary, for example a copyright notice to the person it concerns, and their counter-notice to the person who sent the notice.',
          ],
        },
        'We do not sell personal data, we do not share it for advertising across other contexts, and we do not give it to anyone who trains models that generate content.',
      ],
    },
    {
      id: 'transfers',
      heading: 'Other countries',
      parts: [
        'The portal runs where we chose to host it. If someone who works for us processes data in a country whose law protects it less than yours, we agree on the standard contractual clauses of the European Commission or another safeguard that the law accepts, and add technical measures where they are needed. You can get a copy on request.',
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      parts: [
        {
          lead: 'We keep personal data as long as it has a purpose, and no longer:',
          items: [
            'your account and content: until you delete them or close the account. You can close it under Account Settings and undo that for some days; the page names the last day. Then we erase your account as soon as no brand owes you money, and keep only what is listed below;',
            'sessions: until they end, at the latest after 90 days for creators. A login that has ended stays in your security log for another 90 days; a browser that you no longer use is forgotten after a year;',
            'messages: as long as the conversation exists for one of the two sides. If you close your account, the text of what you wrote is erased, and the brand keeps what it wrote;',
            'clicks: usually 13 months one by one, and longer only while a brand’s attribution and return windows last longer; after that we keep only counts by day, month and quarter of an hour. What we keep of the network address is deleted after 90 days. Clicks hold no name and no full address;',
            'commissions, payouts and the ledger: as long as bookkeeping law requires, usually six to ten years. The entries of an erased account stay, with a code in place of the name;',
            'emails that we sent: their text for 90 days, and the fact that they were sent as long as we need to show it. If your account is erased, the texts of emails to you, and of those that name you, are erased;',
            'support requests and their answers: as long as they may be needed to answer a later question from you, at most until your account is erased;',
            'the audit log of important actions: 7 years, to prove what happened, and for nothing else. If your account is erased, it no longer contains details about you.',
          ],
        },
        'These are the usual times. If we set another one for this installation, we tell you on request.',
        'Backups are overwritten in rotation. What you delete disappears from them in the next rotations, and is deleted again if a backup has to be restored.',
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      parts: [
        'Connections are encrypted. Passwords are kept as slow hashes, tokens only as hashes, payment details and access tokens encrypted under a key that is not in the database. The database itself refuses to show a row to anyone it does not concern. Pictures are re-encoded before they are stored, which removes hidden data such as where a photo was taken.',
        'No system is perfectly safe. If a breach is likely to be a risk to you, we tell the competent authority within 72 hours and you without undue delay: what happened, what it may mean, and what you can do.',
      ],
    },
    ...rights,
  ],
};
