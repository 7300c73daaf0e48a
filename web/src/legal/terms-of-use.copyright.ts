import type { LegalSection } from './legal.ts';

/** The terms' sections on copyright: notice, counter-notice, repeat infringers. */
export const copyright: readonly LegalSection[] = [
  {
    id: 'copyright',
    heading: 'Copyright: notices under the DMCA',
    parts: [
      'We respect the rights of creators of works, and act on notices under the Digital Millennium Copyright Act (17 U.S.C. § 512), wherever in the world the notice comes from.',
      {
        lead: 'If something on the portal infringes your copyright, send a notice with the form at the address /report of this portal, or to our designated agent at {email} or to {post}, with:',
        items: [
          'your name, address, telephone number and email address;',
          'the work that you say is infringed, or a list of works if it is several;',
          'the exact address (URL) of each place where the infringing material is;',
          'a statement that you believe in good faith that the use is not permitted by the owner, its agent or the law;',
          'a statement that what you say is accurate and, under penalty of perjury, that you are the owner or are authorized to act for the owner;',
          'your handwritten or electronic signature.',
        ],
      },
      'If the notice is complete, we remove the material or block access to it promptly. Within a notice window of 5 business days after that we tell the person who published it, and send them the notice. We may publish notices without private addresses.',
      'Please think before you send a notice. Anyone who knowingly misrepresents that material is infringing may have to pay for the harm that follows.',
    ],
  },
  {
    id: 'counter-notice',
    heading: 'Counter-notice and restoration',
    parts: [
      {
        lead: 'If your material was removed and you believe that this was a mistake or that you had the right to use it, send a counter-notice from the page in the portal that says what was taken down, or to the agent, with:',
        items: [
          'your name, address and telephone number;',
          'the material that was removed, and the address where it was;',
          'a statement under penalty of perjury that you believe in good faith that it was removed by mistake or misidentification;',
          'a statement that you accept the jurisdiction of the federal court of your district (or, outside the United States, of a court where we are based) and that you will accept service from the person who sent the notice or their agent;',
          'your handwritten or electronic signature.',
        ],
      },
      'We pass the counter-notice on to the person who complained. We restore the material not less than 10 and not more than 14 business days after we received it, unless that person first tells us that they have gone to court to stop you from using it.',
      'While a notice against a product or a post is open, its shortlink opens a page that says so, and commission that was already earned is not affected.',
    ],
  },
  {
    id: 'repeat-infringers',
    heading: 'Repeat infringers',
    parts: [
      'We close the accounts of people who infringe repeatedly. As a rule that is after three justified notices within a year, or sooner if the infringement is clearly willful. A notice that was answered by a counter-notice and not taken to court does not count.',
      'For other rights, such as trademarks, your image or your privacy, use the same form or write to the same address. We look at each complaint, hear both sides where we can, and tell both what we decided and why.',
    ],
  },
];
