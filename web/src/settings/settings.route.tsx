// A screen of several domains: accounts, passwords, google, sessions, settings, payouts, social, closures.
import { useLingui } from '@lingui/react/macro';
import { createLazyRoute, useLocation } from '@tanstack/react-router';
import { Masthead } from '../ui/Masthead.tsx';
import { CloseAccountSection } from './CloseAccountSection.tsx';
import { Contents } from './Contents.tsx';
import { EmailConfirmation } from './EmailConfirmation.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PayoutMethodSection } from './PayoutMethodSection.tsx';
import { Preferences } from './Preferences.tsx';
import { Profile } from './Profile.tsx';
import { useSectionFocus } from './section-focus.ts';
import { SecurityLog } from './SecurityLog.tsx';
import { Sessions } from '../sessions/Sessions.tsx';
import styles from './settings.module.css';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';
import { SignIn } from './SignIn.tsx';
import { SocialAccounts } from './SocialAccounts.tsx';
import { YourData } from './YourData.tsx';

export default createLazyRoute('/frame/settings')({
  component: SettingsPage,
  pendingComponent: SettingsSkeleton,
});

function SettingsPage() {
  const { t } = useLingui();
  const { hash } = useLocation();
  useSectionFocus(hash);
  return (
    <>
      <Masthead heading={t`Account Settings`} />
      <EmailConfirmation hash={hash} />
      <div className={styles.page}>
        <Contents />
        <div className={styles.sections}>
          <Profile />
          <SignIn />
          <Preferences />
          <NotificationSettings />
          <SocialAccounts />
          <PayoutMethodSection />
          <Sessions />
          <SecurityLog />
          <YourData />
          <CloseAccountSection />
        </div>
      </div>
    </>
  );
}
