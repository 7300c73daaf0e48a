import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import './tokens.css';
import './base.css';
import { LiveValue } from './Figure.tsx';

test('without motion, a figure that changes is readable at once', () => {
  const root = createRoot(document.body.appendChild(document.createElement('p')));
  flushSync(() => root.render(<LiveValue value="$9.60" />));
  flushSync(() => root.render(<LiveValue value="$19.20" />));
  const figure = document.querySelector('p > span');
  if (!figure) throw new Error('no figure is shown');
  // Before the next frame.
  const { animationName, opacity, transform } = getComputedStyle(figure);
  expect({ isAnimated: animationName !== 'none', opacity, transform }).toEqual({
    isAnimated: true,
    opacity: '1',
    transform: 'none',
  });
  root.unmount();
});
