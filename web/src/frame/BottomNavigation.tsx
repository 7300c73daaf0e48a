import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import styles from './Navigation.module.css';
import { portalPlaces } from './places.ts';
import { useVariant } from '../theme/variant.ts';

export function BottomNavigation() {
  const { t } = useLingui();
  const variant = useVariant();
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {portalPlaces(variant).map(({ to, label, icon: Icon, exact }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}
