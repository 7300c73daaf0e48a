import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { projects } from '@vitrine/contract/values/projects.ts';

/** The variants of the product that have a look and labels of their own (S24). */
export type Variant = 'general' | 'beauty';

export function variantOfHost(hostname: string): Variant | undefined {
  return hostname.startsWith('beauty.') ? 'beauty' : undefined;
}

function root(): HTMLElement {
  return document.documentElement;
}

const readers = new Set<() => void>();

/** The server may have named the variant on the page already; the host name decides where it has not. */
export function showVariant(variant: Variant | undefined): void {
  if (!variant) return;
  root().dataset['project'] = variant;
  for (const reader of readers) reader();
}

function currentVariant(): Variant {
  return root().dataset['project'] === 'beauty' ? 'beauty' : 'general';
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function useVariant(): Variant {
  return useSyncExternalStore(subscribe, currentVariant);
}

const manageLabels = { Manage: msg`Manage`, Storefront: msg`Storefront` };

/** The beauty variant calls its manage area Storefront (S24). */
export const manageLabel = (variant: Variant): MessageDescriptor => manageLabels[projects[variant].manageLabel];

/** The page of the retailer that a variant belongs to; without one the text of this installation holds (S24). */
export function legalAddress(variant: Variant, text: 'terms-of-use' | 'privacy-policy'): string | null {
  const { termsUrl, privacyUrl } = projects[variant];
  return text === 'terms-of-use' ? termsUrl : privacyUrl;
}
