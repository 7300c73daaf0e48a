import { createLazyRoute } from '@tanstack/react-router';
import { OwnTakedowns } from './OwnTakedowns.tsx';

export default createLazyRoute('/frame/takedowns')({ component: OwnTakedowns });
