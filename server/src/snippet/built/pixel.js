(function() {

// snippet/click.ts
	const clickName = "vt_click";
	const isClick = (text) => /^[\w-]{8}[cdef][\w-]{12}[AQgw]$/.test(text ?? "");
	function timeOf(click) {
		let time = 0;
		for (const byte of atob(click.slice(0, 8).replace(/-/g, "+").replace(/_/g, "/"))) time = time * 256 + byte.charCodeAt(0);
		return time;
	}
	function secondsLeft(click, days) {
		return Math.ceil((timeOf(click) - Date.now()) / 1e3 + days * 86400);
	}
	function newestClick(texts, days) {
		let newest = "";
		for (const text of texts) if (isClick(text) && secondsLeft(text, days) > 0 && timeOf(text) > timeOf(newest)) newest = text;
		return newest;
	}
	function cookieText(name, value, seconds, domain = "") {
		return `${name}=${value};path=/;max-age=${seconds};samesite=lax${domain && `;domain=${domain}`}`;
	}
	function clickIn(query, names) {
		return query.match(`[?&](${names})=([^&]*)`)?.[2];
	}

// snippet/pixel.ts
	analytics.subscribe("page_viewed", async ({ context }) => {
		const { parameter, days, domain } = VITRINE;
		const stored = [await browser.cookie.get(clickName), await browser.localStorage.getItem(clickName)];
		const click = newestClick([clickIn(context.document.location.search, parameter), ...stored], days);
		if (click === "" || stored.every((each) => each === click)) return;
		await browser.cookie.set(`${cookieText(clickName, click, secondsLeft(click, days), domain)};secure`);
		await browser.localStorage.setItem(clickName, click);
	});

})();