// Adds a button to each block of code that copies it. Browsers allow that only over https or on localhost.
for (const block of navigator.clipboard ? document.querySelectorAll('.code') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector('pre').textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not copied';
    }
  });
  // Announces the new text.
  button.ariaLive = 'polite';
  block.append(button);
}
