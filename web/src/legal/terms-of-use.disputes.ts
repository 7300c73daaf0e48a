import type { LegalSection } from './legal.ts';

/** The terms' sections on warranty, liability and disputes. */
export const disputes: readonly LegalSection[] = [
  {
    id: 'warranty',
    heading: 'No further warranty',
    parts: [
      'Beyond what these terms promise, the portal is provided “as is” and “as available”. As far as the law allows, we give no warranty, express or implied, of merchantability, of fitness for a particular purpose, of title, of non-infringement, or of a certain income. Click figures and forecasts are information, not a promise; your commission ledger is decisive.',
      'We do not examine the brands’ products and are not responsible for them, for the brands’ shops, or for whether the brands pay. If a brand fails to provide the money that it owes you, we help you with the records that you need to claim it.',
    ],
  },
  {
    id: 'liability',
    heading: 'Limit of liability',
    parts: [
      'As far as the law allows, neither we nor those who work for us are liable for indirect, incidental, special, consequential or punitive damages, nor for lost profit, lost data or lost goodwill, whatever the legal basis and even if we knew that they were possible.',
      'As far as the law allows, our liability for all claims that have to do with the portal is limited in total to 100 US dollars.',
      'These limits do not apply to commission that is recorded for you as available and that we hold for you; or to intent, gross negligence, fraud, death, injury to body or health, or anything else for which the law does not allow liability to be limited. Some places do not allow some of these limits; there, they apply only as far as they are allowed.',
    ],
  },
  {
    id: 'indemnity',
    heading: 'Claims by others',
    parts: [
      'If someone brings a claim against us because of your content, or because you broke these terms or the law, you indemnify us against that claim, including reasonable legal costs, as far as the breach is your fault. We tell you of the claim promptly, let you take part in the defense, and settle nothing at your expense without asking you.',
    ],
  },
  {
    id: 'informal-resolution',
    heading: 'Informal resolution first',
    parts: [
      'Before either of us starts a proceeding, the one with the complaint writes to the other: you to {email}, we to the address of your account, with your name, what happened, and what would put it right. Both of us then try for 30 days to settle it. Limitation periods are suspended during this time.',
    ],
  },
  {
    id: 'arbitration',
    heading: 'Arbitration, and no class actions',
    parts: [
      'A dispute that is not settled in this way, about the portal or these terms, is finally decided by one neutral arbitrator, not by a judge or a jury. The consumer rules of a recognized arbitration body that both of us agree on apply; if we cannot agree within 15 days, the body that is competent where we are based appoints the arbitrator.',
      'The hearing takes place within 160 days after the request for arbitration was received, unless both of us agree on a later day or the arbitrator finds that fairness requires it. It is held by video, or in writing if both wish, or in person in the county or district in which you live. The arbitrator gives reasons for the award in writing and can grant whatever a court could grant to you or to us alone.',
      'If your claim is 10,000 US dollars or less, we pay the fees of the arbitration body and the arbitrator, except where the arbitrator finds that the claim was made in bad faith. Each side pays its own lawyers, unless the law gives the winning side more.',
      'You and we bring claims only in our own names. There are no class, collective or representative proceedings, and the arbitrator may not join the claims of several people without the consent of all. If this paragraph cannot be enforced for a claim, that claim goes to court, and the rest remains in arbitration.',
      {
        lead: 'Arbitration does not apply to:',
        items: [
          'claims that a small claims court can decide, if they remain there;',
          'urgent orders of a court to stop an infringement of intellectual property, or an attack on accounts or systems;',
          'complaints to an authority, which you may make at any time;',
          'people who live where such an agreement with consumers or workers is not allowed. They go to the courts that the law gives them.',
        ],
      },
      'You may opt out of this section without giving a reason: write to {email} within 30 days after you first accepted it, with your name and the email address of your account. Opting out changes nothing else in these terms for you.',
    ],
  },
  {
    id: 'law',
    heading: 'Governing law',
    parts: [
      'These terms are governed by {law}, excluding its rules on the conflict of laws and the UN convention on the sale of goods. The law on arbitration there, in the United States the Federal Arbitration Act, applies to the section on arbitration. If you are a consumer, you keep the protection that the law of your country gives you and that cannot be waived by contract.',
      'Disputes not subject to arbitration go to the courts where we are based, unless the law gives you a court nearer to you.',
    ],
  },
];
