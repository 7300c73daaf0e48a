// The logos of the demo's brands, and the portraits of its creators.
import { lit, newSheet, type Sheet, shaded } from './paint.ts';
import { portrait, portraits } from './portraits.ts';

export const markSize = 400;

function square(ground: string, paint: (sheet: Sheet) => string): string {
  const sheet = newSheet();
  const back = sheet.ramp(
    [
      [0, lit(ground, 0.14)],
      [1, shaded(ground, 0.08)],
    ],
    [0, 0, 1, 1],
  );
  const shapes = paint(sheet);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}" width="${markSize}" height="${markSize}">${sheet.defs()}<rect width="${markSize}" height="${markSize}" fill="${back}"/>${shapes}</svg>`;
}

function glowLab(): string {
  return '<circle cx="200" cy="200" r="106" fill="none" stroke="#fff" stroke-width="16"/><path d="M200,112C236,164 252,190 252,220A52,52 0 0 1 148,220C148,190 164,164 200,112Z" fill="#fff"/><path d="M176,222A26,26 0 0 0 198,248" fill="none" stroke="#b81f2d" stroke-width="9" stroke-linecap="round"/>';
}

function northwindOutfitters(): string {
  return '<path d="M70,276L164,128L214,206L240,168L330,276Z" fill="#f1e7d2"/><path d="M164,128L196,178L176,196L160,180L136,196Z" fill="#4c5a3d"/><path d="M92,306H308M132,332H268" stroke="#f1e7d2" stroke-width="12" stroke-linecap="round"/>';
}

function maisonClair(): string {
  return '<path d="M116,300V190A84,84 0 0 1 284,190V300" fill="none" stroke="#3f3026" stroke-width="13" stroke-linecap="round"/><path d="M94,302H306" stroke="#3f3026" stroke-width="13" stroke-linecap="round"/><circle cx="200" cy="206" r="42" fill="#bd6f4c"/><path d="M158,252H242" stroke="#bd6f4c" stroke-width="9" stroke-linecap="round"/>';
}

export const logos: Record<string, string> = {
  'glow-lab': square('#b81f2d', glowLab),
  'northwind-outfitters': square('#4c5a3d', northwindOutfitters),
  'maison-clair': square('#eadfcd', maisonClair),
};

export const avatars: Record<string, string> = Object.fromEntries(
  Object.entries(portraits).map(([name, { ground, look }]) => [name, square(ground, (sheet) => portrait(sheet, look))]),
);
