import { legalVersions } from '@vitrine/contract/legal.ts';
import type { LegalText } from './legal.ts';
import { disputes } from './terms-of-use.disputes.ts';
import { copyright } from './terms-of-use.copyright.ts';

export const termsOfUse: LegalText = {
  slug: 'terms-of-use',
  title: 'Terms of use',
  version: legalVersions['terms-of-use'],
  summary: [
    'You keep what you make. You let us and the brands you work with show it, so that the portal works.',
    'Once you accept a brand’s invitation, affiliate commission on your content for that brand runs only through this portal.',
    'You can see why every commission is what it is. Earned money is not reversed without a refund, a canceled order or a breach.',
    'Most disputes are settled by one arbitrator, within 160 days, not by a court. You may opt out within 30 days.',
    'This summary is here to help you. The full terms below are what applies.',
  ],
  sections: [
    {
      id: 'agreement',
      heading: 'Parties',
      parts: [
        'These terms are an agreement between you and {operator} (“we”, “us”), who runs this installation of the Vitrine creator portal (the “portal”). They apply to the portal itself, to the public storefronts and shortlinks that it serves, and to its programming interface (API).',
        'You accept these terms when you register, when you accept a brand’s invitation, or when you continue to use the portal after a new version has taken effect. We record which version you accepted and when. If you do not accept them, you may not use the portal.',
        'If you act for a company, you promise that you are authorized to bind it, and “you” then means that company as well.',
        'The privacy policy explains what we do with personal data. It is part of how we work together, but it is not a contract term that you have to accept.',
      ],
    },
    {
      id: 'words',
      heading: 'Definitions',
      parts: [
        {
          lead: 'In these terms:',
          items: [
            'A “creator” is a person who was invited by a brand and has registered.',
            'A “brand” is a merchant that works with creators through the portal; its staff act for it.',
            'A “brand storefront” is the page on which a creator presents a brand’s products. It belongs to the creator’s account at that brand.',
            '“Your content” is everything you put into the portal or publish through it: texts, pictures, videos, titles, notes, the arrangement of your storefront, and messages.',
            'A “commission” is what a brand owes a creator for an order that can be traced to the creator’s link or code under the brand’s terms.',
            'A “business day” is a day from Monday to Friday that is not a public holiday where we are based.',
          ],
        },
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      parts: [
        'You must be at least 18 years old, or of the age at which you can make a binding contract where you live, and able to receive payments there lawfully.',
        'What you tell us on registering must be true and kept up to date. One person has one account. You may not register under someone else’s name or handle.',
        'Keep your password to yourself. What is done with your account is treated as done by you, unless you show that someone got in through no fault of yours. Tell us at once at {email} if you think that someone did. You can see your sessions under Account Settings and end each of them.',
        'Our support staff may look at the portal through your account to help you, for a limited time and for a stated reason. While they do, a banner says so, and the visit is recorded in your security log. They cannot change your password or where you are paid.',
      ],
    },
    {
      id: 'invitations',
      heading: 'Invitations and brand storefronts',
      parts: [
        'A brand storefront begins with an invitation from that brand. The invitation shows the brand’s commission rates, its return window and its other conditions before you accept. Those conditions are an agreement between you and the brand. We are not a party to it; we provide the technology to carry it out.',
        'A brand may change its rates for the future. A lower rate applies only to clicks made after the notice period stated in the portal. The rate at the moment of the click decides, not the rate at the moment of the order.',
        'You and the brand may each end the work together at any time. What was earned until then stays earned, and shortlinks that people have saved keep opening the same pages, unless the brand or the law asks us to stop them.',
      ],
    },
    {
      id: 'sole-platform',
      heading: 'The sole platform for affiliate commission',
      parts: [
        'By accepting an invitation to a brand storefront you agree that, as long as you have that storefront, this portal is the sole platform through which you earn affiliate commission on your content for that brand. You will not place affiliate links, discount codes or tags of another affiliate network, shopping app or commission service for the same brand on that content, and you will not claim commission for the same order elsewhere.',
        {
          lead: 'This does not stop you from:',
          items: [
            'working with other brands on any platform you like, including brands that compete with this one;',
            'being paid by the brand itself in another way, such as a fee for a campaign, a gift or a usage license;',
            'leaving up content that you published before you accepted, with the links it had at that time;',
            'mentioning the brand without any affiliate link.',
          ],
        },
        'If commission was earned elsewhere in breach of this clause, the brand may decline the commission on those same orders here. It may not decline commission on other orders for that reason. If you think that you cannot comply, for example because of an older contract, tell the brand before you accept.',
      ],
    },
    {
      id: 'commissions',
      heading: 'Commission and payment',
      parts: [
        'An order earns commission when the brand’s shop reports it, when it can be traced to your link within the brand’s attribution window or to your discount code, and when no rule of the brand’s terms excludes it. Unless the brand’s terms say otherwise, the window is 30 days and commission is calculated on the price after discounts, without tax and shipping.',
        'A new commission is pending until the brand’s return window has ended. You can then cash it out once your balance reaches the minimum stated in the portal. Refunds and canceled orders reverse the commission on what was returned, in the same proportion, and the portal shows the calculation.',
        'Your own purchases, purchases made by automated means, and clicks not made by a person do not earn commission. If an order looks like one of these, the commission may be held until the brand has reviewed it. You can see that it is on hold, and why.',
        'The brand owes you the commission. We calculate it, show it and pass on payments where the brand has asked us to. We do not advance money that a brand has not provided, and we do not charge you a fee for payouts unless the portal says so before you request one.',
        'You are responsible for your taxes and for keeping your payment details correct. We may ask for the tax information that the law makes us collect, and may hold a payout until we have it.',
        'If you think that a commission is missing or wrong, ask through Feedback/support within 90 days after the order. We keep a record of the decision on each reported order, and we will base our answer on it.',
      ],
    },
    {
      id: 'disclosure',
      heading: 'Honest recommendations',
      parts: [
        'Wherever you share a link or a code that may earn you money, say so clearly and close to it, in the way that the law and the platform you publish on require. Public storefronts show such a notice automatically; your posts elsewhere do not.',
        'Recommend only what you believe in. Do not make claims about a product that you have no reason to believe, in particular about health or safety, and do not publish reviews of products as if you had used them when you have not.',
      ],
    },
    {
      id: 'content-licence',
      heading: 'Your content and the license you give',
      parts: [
        'Your content stays yours. You need the rights to everything that you publish through the portal: from those who made it, and from those who can be seen or heard in it.',
        'You give us a worldwide, non-exclusive, royalty-free license to store, copy, adapt in format and size, display and make available your content, only in order to run, secure, show and improve the portal, its storefronts and its shortlinks. We may pass this license on to those who provide technical services to us, for that purpose alone.',
        'You give each brand whose storefront you accepted a worldwide, non-exclusive, royalty-free license to show the content that you published for that brand on that brand’s own website, shop and social accounts, naming you, for as long as it is on the storefront. Paid advertising, changes to the meaning of the content, and use by others need your separate consent.',
        'The license ends when you delete the content or your account, except for copies that the law makes us keep, copies in backups until these are overwritten, and what others lawfully shared earlier.',
        'We do not use your content to train models that generate text, pictures, sound or video, and we give no one else the right to do so.',
        'If you send us ideas about the portal, we may use them without owing you anything.',
      ],
    },
    {
      id: 'conduct',
      heading: 'Prohibited conduct',
      parts: [
        {
          lead: 'You may not use the portal to:',
          items: [
            'produce clicks, orders or followers that are not real, or pay others to;',
            'place links in paid search under a brand’s name, in spam, in software that opens pages automatically, or in anything that hides the link’s destination;',
            'publish what is unlawful, harassing, hateful, sexually explicit, dangerous, misleading, or a violation of another person’s rights;',
            'pretend to be someone else, or to speak for a brand without being asked to;',
            'get around limits and safeguards, access accounts that are not yours, or overload the service;',
            'collect data about other people by automated means, except your own data through the interface provided for it;',
            'sell, rent or give away your account.',
          ],
        },
        'Testing the security of the portal in good faith is welcome, as long as you access no data but your own, harm no one, and tell us first at {email}.',
      ],
    },
    {
      id: 'brands',
      heading: 'If you act for a brand',
      parts: [
        'As a brand you report every order and refund that carries a click id or a code of a creator, completely and on time; you do not strip click ids; you honor the terms that applied at the click; and you provide the money for commission that has become due.',
        'You use what you learn about creators only to work with them through the portal. You may not use it to bypass the portal in order to avoid commission that has been earned.',
      ],
    },
    ...copyright,
    {
      id: 'suspension',
      heading: 'Suspension and the end of an account',
      parts: [
        'You may close your account at any time under Account Settings, or from your menu if you act for a brand. If you want to take your data with you, download it there first.',
        'We may suspend or close an account that seriously or repeatedly breaks these terms, that puts others at risk, or if a court or an authority makes us. Where we can, we give you the reason and 14 days to put things right first; where waiting would do harm, we tell you when we act. You may object by writing to {email}, and a person who did not make the decision will review it.',
        'Closing an account does not take away what was earned honestly. Commission that becomes available is paid out in the usual way, even below the minimum, unless it comes from the breach itself or is subject to a claim for a refund.',
      ],
    },
    {
      id: 'service',
      heading: 'The service',
      parts: [
        'We run the portal with care, but we cannot promise that it is free of interruptions or errors. We may change it, as long as we do not remove its essential features while you depend on it. If we intend to shut it down, we tell you at least 60 days before.',
        'The portal uses services of others, such as social networks, email delivery, brands’ shops and payment services. Their terms also apply to you where you use them, and we are not responsible for what they do.',
        'The portal’s software is open source and comes under its own license. The names and marks of the portal and of the brands belong to their owners; these terms give you no right in them beyond normal use of the portal.',
      ],
    },
    ...disputes,
    {
      id: 'changes',
      heading: 'Changes to these terms',
      parts: [
        'We may change these terms for the future for good reason, such as a new feature, a change in the law or a gap that has become apparent. Each version carries its date, and we announce a change that is to your disadvantage at least 30 days before it takes effect, by email or in the portal.',
        'If you do not agree, you may close your account before that day, and the version that you accepted applies until then. A change never applies to commission that was earned before it, or to a dispute that we already knew about.',
      ],
    },
    {
      id: 'general',
      heading: 'General provisions',
      parts: [
        'If one of these terms is not valid, the others remain in effect, and the law applies in its place. If we do not insist on a right once, we do not give it up.',
        'You may not transfer this agreement to someone else without our consent. We may transfer it together with the portal, if your rights stay the same; you may then close your account at once.',
        'These terms, with the conditions of the brands whose invitations you accepted, are the entire agreement between us about the portal. They are written in English; where we offer a translation, the English text prevails unless the law of your country says otherwise.',
        'Notices to us go to {email} or to {post}. Notices to you go to the email address of your account; please keep it working.',
      ],
    },
  ],
};
