import type { LegalSection } from './legal.ts';

/** The policy's sections on rights, children, changes and complaints. */
export const rights: readonly LegalSection[] = [
  {
    id: 'your-rights',
    heading: 'Your rights',
    parts: [
      {
        lead: 'Wherever you live, you may ask us:',
        items: [
          'what we hold about you, where it came from, and who got it, with a copy;',
          'to correct what is wrong and complete what is missing. Most of it you can change yourself under Account Settings;',
          'to delete your data, as far as we have no duty to keep it. To do it yourself, close your account under Account Settings;',
          'to limit what we do with it while a question is open;',
          'to give you your data in a common, machine-readable form, or to pass it on to someone you name;',
          'to stop what we do on the basis of a legitimate interest, for reasons relating to your situation;',
          'to stop what we do with your consent, at any time and for the future.',
        ],
      },
      'Write to {email}, preferably from the address of your account, so that we can be sure it is you. If we cannot be sure, we ask for what we need to confirm it and nothing more. We answer within one month; if it is complicated, we tell you within that month that it takes up to two more, and why. It costs nothing, unless requests are clearly excessive.',
      'You are not treated worse for using a right. You may have someone else ask for you, if they show that you authorized them.',
      'Shoppers: we cannot find your clicks by your name, because we do not know it. Deleting the cookie in your browser cuts the last connection between you and them.',
    ],
  },
  {
    id: 'regions',
    heading: 'If you live in certain places',
    parts: [
      'European Economic Area, United Kingdom and Switzerland: the rights above are those of the General Data Protection Regulation and its counterparts. You may also complain to the data protection authority where you live, where you work, or where we are based.',
      'California and other states of the United States with privacy laws: in the words of those laws we collect identifiers, account and commercial information, internet activity, rough location, and the content of messages to us. We collect them from you, from brands’ shops and from networks you connect, for the purposes above. We have not sold or shared personal information in the last twelve months, and do not. We use sensitive information, such as payment details, only for what you gave it for. If we refuse a request, you may appeal by replying to our email, and someone else will decide within 45 days.',
      'Brazil, Canada, Australia and other countries: you have the rights that the law of your country gives you, and we honor them in the same way.',
    ],
  },
  {
    id: 'children',
    heading: 'Children',
    parts: [
      'The portal is for adults who work with brands. We do not knowingly keep accounts of people under 18, nor data of children under 16 that they gave us themselves. If you believe that a child has registered, tell us at {email}, and we delete the account.',
      'If children can be seen in what you publish, you need the consent of those who care for them, and the law of your country may require you to set aside part of what you earn for them.',
    ],
  },
  {
    id: 'mails',
    heading: 'Emails we send',
    parts: [
      'We send emails that are part of the service: invitations, confirmations, reset links, notices of messages you have not read, notices about money, answers from support, and changes of the terms. You can turn off the optional ones under Account Settings. Our emails contain no pixels that tell us whether you opened them, and links in them go straight to the portal.',
      'A brand writes to you through the portal; it gets your email address only if you give it.',
    ],
  },
  {
    id: 'links-to-others',
    heading: 'Links to others',
    parts: [
      'Storefronts and shortlinks open the brands’ shops. When you click such a link, the shop gets a click id that it can report back to us with an order, and what your browser tells any page it opens. What the shop does after that is explained in its own privacy policy.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to this policy',
    parts: [
      'When what we do changes, this policy changes with it. Each version carries its date. We tell you about changes that matter to you by email or in the portal at least 30 days before, and where a change needs your consent, we ask for it. You can get earlier versions on request.',
    ],
  },
  {
    id: 'contact',
    heading: 'Questions and complaints',
    parts: [
      'Ask us first, if you like: {email}, or {post}. A person answers, as a rule within 5 business days. You do not have to ask us before you go to an authority.',
    ],
  },
];
