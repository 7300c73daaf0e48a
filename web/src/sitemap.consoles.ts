import { brandRoutes } from './sitemap.brand.ts';
import { operatorRoutes } from './sitemap.operator.ts';

// The routes of both consoles. They are loaded when somebody opens one (router.ts).

export const consoleRoutes = [brandRoutes, operatorRoutes] as const;
