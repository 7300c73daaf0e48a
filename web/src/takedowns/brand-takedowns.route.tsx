import { createLazyRoute } from '@tanstack/react-router';
import { OwnTakedowns } from './OwnTakedowns.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/takedowns')({ component: OwnTakedowns });
