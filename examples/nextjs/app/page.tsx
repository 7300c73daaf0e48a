// The snippet fills the hidden field with the click id.

export default function Page() {
  return (
    <main>
      <h1>Dew Serum</h1>
      <form method="post" action="/api/checkout">
        <input type="hidden" name="vt_click" />
        <label>
          Quantity <input name="quantity" defaultValue="1" />
        </label>{' '}
        <button type="submit">Buy</button>
      </form>
    </main>
  );
}
