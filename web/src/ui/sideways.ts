import styles from './Sideways.module.css';

/** For content wider than its container: it scrolls sideways and fades at the edges that hide more. */
export const sidewaysClass = styles.sideways;
/** The same for tables whose first column stays in place. */
export const sidewaysEndClass = styles.end;
