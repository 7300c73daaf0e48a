import { createLazyRoute } from '@tanstack/react-router';
import { OwnSuspensions } from './OwnSuspensions.tsx';

export default createLazyRoute('/frame/suspensions')({ component: OwnSuspensions });
