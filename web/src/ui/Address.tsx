/** An email address that wraps after its @ sign. */
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
