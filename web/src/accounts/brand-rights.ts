import { type BrandRight, mayInBrand } from '@vitrine/contract/values/brand-roles.ts';
import { useUser } from './accounts.data.ts';

/** What the logged-in user may do at a brand. The server checks it too; screens only show what is possible. */
export function useBrandRights(merchant: string): (right: BrandRight) => boolean {
  const role = useUser().staff_of.find(({ slug }) => slug === merchant)?.role;
  return (right) => role !== undefined && mayInBrand(role, right);
}
