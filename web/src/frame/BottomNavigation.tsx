import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import styles from './Navigation.module.css';
import { usePortalPlaces } from './places.ts';

export function BottomNavigation() {
  const { t } = useLingui();
  const places = usePortalPlaces();
  return (
    <nav className={styles.bottom} aria-label={t`Main`}>
      {places.map(({ to, label, icon: Icon, exact }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={22} stroke={1.6} aria-hidden="true" />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
