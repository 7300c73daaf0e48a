/** An e-mail address that, where it has no room, is parted at its sign and not within a word. */
export function Address({ children }: { children: string }) {
  const [name = '', host] = children.split(/(?<=@)/);
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  );
}
