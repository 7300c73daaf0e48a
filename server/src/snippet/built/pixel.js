(function() {

// snippet/click.ts
	const clickName = "vt_click";
	const isClick = (text) => /^([\w-]{8}[cdef][\w-]{12}[AQgw]){1,2}$/.test(text);
	const ageOf = (click) => (Date.now() - [...atob(click.slice(0, 8).replace(/-/g, "+").replace(/_/g, "/"))].reduce((time, byte) => time * 256 + byte.charCodeAt(0), 0)) / 1e3;
	const secondsLeft = (click, lifetime) => lifetime - ageOf(click) | 0;
	const lastClicks = (texts, lifetime) => [...new Set(texts.flatMap((text) => isClick(text) ? text.match(/.{22}/g) : []))].filter((click) => ageOf(click) < lifetime && ageOf(click) > -86400).slice(0, 2).join("");
	const cookieText = (name, value, seconds, domain) => `${name}=${value};path=/;max-age=${seconds};samesite=lax${domain ? `;domain=${domain}` : ""}`;
	const clickIn = (query, names) => query.match(`[?&](${names})=([^&]*)`)?.[2];

// snippet/pixel.ts
	analytics.subscribe("page_viewed", async ({ context }) => {
		const { parameter, days, domain } = VITRINE;
		const lifetime = days * 86400;
		const stored = [await browser.cookie.get(clickName), await browser.localStorage.getItem(clickName)];
		const click = lastClicks([clickIn(context.document.location.search, parameter), ...stored], lifetime);
		if (click === "" || stored.every((each) => each === click)) return;
		await browser.cookie.set(`${cookieText(clickName, click, secondsLeft(click, lifetime), domain)};secure`);
		await browser.localStorage.setItem(clickName, click);
	});

})();