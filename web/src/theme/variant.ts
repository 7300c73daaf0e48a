import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { projects } from '@vitrine/contract/values/projects.ts';

/** The variants of the product with their own look and labels (S24). */
export type Variant = 'general' | 'beauty';

export function variantOfHost(hostname: string): Variant | undefined {
  return hostname.startsWith('beauty.') ? 'beauty' : undefined;
}

function root(): HTMLElement {
  return document.documentElement;
}

const readers = new Set<() => void>();

/** The server may have set the variant on the page; otherwise the host name decides. */
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

/** A retailer's own legal page, for a variant that has one; otherwise this installation's text is used (S24). */
export function legalAddress(variant: Variant, text: 'terms-of-use' | 'privacy-policy'): string | null {
  const { termsUrl, privacyUrl } = projects[variant];
  return text === 'terms-of-use' ? termsUrl : privacyUrl;
}
