// Texts that run code if a page treats them as more than text. Each one that runs calls `ran`. The longest fits a
// product's title, so that each can be seen in full.

const tags = [
  '<script>ran()</script>',
  '<ScRiPt\t>ran()</sCrIpT >',
  '<script/x>ran()//',
  '<script src="data:text/javascript,ran()"></script>',
  '<scr<script>ipt>ran()</scr</script>ipt>',
  '<img src=x onerror=ran()>',
  '<img/src/onerror=ran()>',
  '<image href=1 onerror="ran()">',
  '<svg onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><a xlink:href="javascript:ran()"><text y=9>go</text></a></svg>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<svg><set attributeName=href to=javascript:ran() />',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<object data="javascript:ran()"></object>',
  '<embed src="data:text/html,<script>ran()</script>">',
  '<math href="javascript:ran()">go</math>',
  '<template><script>ran()</script></template>',
  '<video><source onerror=ran()></video>',
  '<audio src=x onerror=ran()>',
  '<details open ontoggle=ran()>more</details>',
  '<input autofocus onfocus=ran()>',
  '<body onpageshow=ran()>',
  '<marquee onstart=ran()>run</marquee>',
  '<b style="animation:spin 1s" onanimationstart=ran()>b</b>',
  '<form action=javascript:ran()><button>go</button></form>',
  '<button popovertarget=x onclick=ran()>go</button><p popover id=x onbeforetoggle=ran()>',
  '<meta http-equiv=refresh content="0;url=javascript:ran()">',
  '<base href="https://hostile.example/ran()/">',
  '<dialog open onclose=ran()><form method=dialog></form></dialog>',
];

/** For texts inserted between quotation marks, after a name, or inside an open tag. */
const breakOuts = [
  '" autofocus onfocus="ran()',
  "' onmouseover='ran()' x='",
  '` onpointerenter=`ran()` x=`',
  '"><svg onload=ran()>',
  "'><img src=x onerror=ran()>",
  '--><img src=x onerror=ran()>',
  '</title><svg onload=ran()>',
  '</textarea><img src=x onerror=ran()>',
  '</style><script>ran()</script>',
  '</noscript><img src=x onerror=ran()>',
  '</option></select><img src=x onerror=ran()>',
  '</script><script>ran()</script>',
  '</ScRiPt\n><script>ran()</script>',
  '"}]}</script><script type=module>ran()</script>',
  '<!--<script>"</script><img src=x onerror=ran()>',
  ']]><script>ran()</script><![CDATA[',
  '<![CDATA[<img src=x onerror=ran()>]]>',
  '<!-- <img src="--><img src=x onerror=ran()>">',
  '\\"); ran(); //',
  "';ran();//",
  '\\u0022;ran()//',
];

const addresses = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  'java\tscript:ran()',
  'java\nscript:ran()',
  '\u00a0javascript:ran()',
  'javascript&colon;ran&lpar;&rpar;',
  '&#106;avascript:ran()',
  'javascript://hostile.example/%0Aran()',
  'vbscript:ran()',
  'VbScRiPt : ran()',
  'data:text/html,<script>parent.ran()</script>',
  'data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg== ran()',
  'see https://hostile.example/"onmouseover="ran() now',
  'https://hostile.example/?q=</script><script>ran()</script>',
  '//hostile.example/ran()',
  '[go](javascript:ran())',
  '![x](x"onerror="ran())',
  '<https://hostile.example/?javascript:ran()>',
];

const styles = [
  '<style>@import "javascript:ran()";</style>',
  '<style onload=ran()>*{color:red}</style>',
  '<p style="width:expression(ran())">w</p>',
  '#fff;background:url(javascript:ran())',
  '}*{background-image:url("javascript:ran()")}',
  '<link rel=stylesheet href="data:text/css,*{}" onload=ran()>',
];

const encoded = [
  '&lt;img src=x onerror=ran()&gt;',
  '&#60;script&#62;ran()&#60;/script&#62;',
  '&amp;lt;svg onload=ran()&amp;gt;',
  '%3Cscript%3Eran()%3C/script%3E',
  '\\x3cscript\\x3eran()\\x3c/script\\x3e',
  '\\u003cimg src=x onerror=ran()\\u003e',
  '+ADw-script+AD4-ran()+ADw-/script+AD4-',
  '<img src=x onerror="&#114;an()">',
  '<img src=x onerror=\\u0072an()> ran()',
];

/** Letters that look like others, are invisible, reverse the direction, or end the line for some parsers. */
const letters = [
  '＜script＞ran()＜/script＞',
  '‹img src=x onerror=ran()›',
  '<\u200bscript>ran()</\u200bscript>',
  '<scr\u00adipt>ran()</scr\u00adipt>',
  '\ufeff<svg onload=ran()>',
  '\u200e<img src=x onerror=ran()>\u200f',
  'two\u2028lines\u2029<script>ran()</script>',
  '<img src=x\u3000onerror=ran()>',
  '\\0<script>ran()</script>%00&#0;',
  '\u2400<svg/onload=ran()>',
  '<ſcript>ran()</ſcript>',
  'Z\u0335\u0321a\u0328\u0338\u0358lgo <svg onload=ran()>',
];

const templates = [
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '`${ran()}`',
  '<%= ran() %>',
  '#{ran()}',
  '{ran()}',
  '{0} {name, plural, other {ran()}}',
  '[[${ran()}]]',
];

/** Harmless to one HTML parser but not to another. */
const twiceRead = [
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=ran()>">',
  '<svg></p><style><a id="</style><img src=x onerror=ran()>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
  '<xmp><img alt="</xmp><img src=x onerror=ran()>">',
  '<svg><foreignObject><p><style><!--</style><img src=x onerror=ran()>-->',
  '<select><template><img src=x onerror=ran()></template></select>',
  '<table><td><img src=x onerror=ran()><table>',
];

const names = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '__proto__[ran]=ran()',
  '{"__proto__":{"ran":"ran()"}}',
  '<form id=ran name=body><input name=cookie></form>',
];

/** Spreadsheet formulas. */
const formulas = [
  '=HYPERLINK("javascript:ran()","go")',
  "+cmd|' /C ran()'!A0",
  '-2+3+ran()',
  '@SUM(1+1)*ran()',
  '＝1+ran()',
];

/** Bidirectional control characters: text fields refuse them, a shop's id may contain them. */
/** What can be a name: one line, and nothing that nobody sees. */
export const isName = (text: string) => !/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim());
/** What shoppers can click: a name that shows no address. */
export const isTitle = (text: string) => isName(text) && !/\.\p{L}/u.test(text);

export const bidiTexts = [
  '\u202e<script>ran()</script>',
  '\u2066<img src=x onerror=ran()>\u2069',
  'x\u202dran()\u202c',
];

export const hostileTexts: readonly string[] = [
  ...tags,
  ...breakOuts,
  ...addresses,
  ...styles,
  ...encoded,
  ...letters,
  ...templates,
  ...twiceRead,
  ...names,
  ...formulas,
];
