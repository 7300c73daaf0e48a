/** The colors of emails, and those against which the colors of a variant are checked. */
export type Colors = { paper: string; ink: string; soft: string; hair: string; accent: string; onAccent: string };
export type ColorName = keyof Colors;
export type Schemes<Value> = { light: Value; dark: Value };

/** `soft` has warm paper and round corners, `sharp` is black on white with square ones. */
export const styleNames = ['soft', 'sharp'] as const;
export type StyleName = (typeof styleNames)[number];

// Copied from web/src/ui/tokens.css, because an email can't load a style sheet.
export const styles: Record<StyleName, { corner: string; colors: Schemes<Colors> }> = {
  soft: {
    corner: '99px',
    colors: {
      light: {
        paper: '#f6f1e6',
        ink: '#1f1a14',
        soft: '#635849',
        hair: '#ddd5c6',
        accent: '#1c5940',
        onAccent: '#fdfaf3',
      },
      dark: {
        paper: '#17120d',
        ink: '#f3e9d8',
        soft: '#bcae99',
        hair: '#383027',
        accent: '#93d0a6',
        onAccent: '#11231a',
      },
    },
  },
  sharp: {
    corner: '0',
    colors: {
      light: {
        paper: '#ffffff',
        ink: '#0b0b0b',
        soft: '#575757',
        hair: '#dddddd',
        accent: '#c8102e',
        onAccent: '#ffffff',
      },
      dark: {
        paper: '#0b0b0b',
        ink: '#f6f6f6',
        soft: '#b3b3b3',
        hair: '#333333',
        accent: '#ff6b78',
        onAccent: '#2a0308',
      },
    },
  },
};
