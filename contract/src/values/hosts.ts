import * as z from 'zod/mini';

/** The host of a shop, to which links may lead. */
export const shopHost = z
  .pipe(
    z.pipe(
      z.string().check(z.maxLength(253)),
      z.transform((value: string) => value.trim().toLowerCase()),
    ),
    z
      .string()
      .check(
        z.regex(
          /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/,
          'must be a host name, like shop.example',
        ),
      ),
  )
  .register(z.globalRegistry, { examples: ['shop.example'] });
