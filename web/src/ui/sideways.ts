import styles from './Sideways.module.css';

/** What may be wider than its place: it scrolls by itself, and fades where there is more. */
export const sidewaysClass = styles.sideways;
/** The same for what has a first column that stays. */
export const sidewaysEndClass = styles.end;
