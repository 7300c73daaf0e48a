const imageEnding = /\.(webp|jpeg|jpg|png|gif)$/i;
const ownPicture = /^\/(assets|media)\/[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\.(webp|jpeg|jpg|png|gif)$/i;

/** The image rule (S19): an http or https address with a known file extension, or a picture of this installation. */
export function isImage(value: string): boolean {
  if (ownPicture.test(value)) return true;
  if (!URL.canParse(value) || value.length > 2048 || /[\s\\]/.test(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && imageEnding.test(url.pathname);
}
