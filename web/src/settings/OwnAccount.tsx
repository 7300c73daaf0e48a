// The account page of brand staff and operators: the parts of the creators' settings that apply to them.
import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sessions } from '../sessions/Sessions.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { CloseAccountSection } from './CloseAccountSection.tsx';
import { EmailConfirmation } from './EmailConfirmation.tsx';
import { Contents } from './Contents.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { Preferences } from './Preferences.tsx';
import { ProfileName } from './Profile.tsx';
import { accountSections } from './sections.ts';
import { SecurityLog } from './SecurityLog.tsx';
import styles from './settings.module.css';
import { SignIn } from './SignIn.tsx';
import { useSectionFocus } from './section-focus.ts';
import { YourData } from './YourData.tsx';

/** `notice` is above everything else. */
export function OwnAccount({ notice }: { notice?: ReactNode }) {
  const { t } = useLingui();
  const { hash } = useLocation();
  useSectionFocus(hash);
  return (
    <>
      <Masthead heading={t`Your account`} />
      {notice}
      <EmailConfirmation hash={hash} />
      <div className={styles.page}>
        <Contents ids={accountSections} />
        <div className={styles.sections}>
          <ProfileName />
          <SignIn />
          <Preferences />
          <NotificationSettings />
          <Sessions />
          <SecurityLog />
          <YourData />
          <CloseAccountSection />
        </div>
      </div>
    </>
  );
}
