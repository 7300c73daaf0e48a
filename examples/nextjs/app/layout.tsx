import type { ReactNode } from 'react';

// SNIPPET_URL and SNIPPET_HASH are the address and the hash of the shop snippet, from the brand's console.

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <script
          async
          src={process.env['SNIPPET_URL']}
          integrity={process.env['SNIPPET_HASH']}
          crossOrigin="anonymous"
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
