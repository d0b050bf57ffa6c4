export const id = 876;
export const ids = [876];
export const modules = {

/***/ 7885:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dt: () => (/* binding */ firstFew),
/* harmony export */   E9: () => (/* binding */ dollars),
/* harmony export */   KN: () => (/* binding */ percent),
/* harmony export */   LU: () => (/* binding */ tokens),
/* harmony export */   U9: () => (/* binding */ count),
/* harmony export */   ZK: () => (/* binding */ latency),
/* harmony export */   aP: () => (/* binding */ percentages),
/* harmony export */   hS: () => (/* binding */ counted),
/* harmony export */   p0: () => (/* binding */ duration),
/* harmony export */   pC: () => (/* binding */ wholePercent),
/* harmony export */   vd: () => (/* binding */ day),
/* harmony export */   x8: () => (/* binding */ signed)
/* harmony export */ });
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const MOST_DECIMALS = 10;
function count(value) {
    return Number.isInteger(value) && value >= 0 && value < 1000 ? `${value}` : grouped.format(value);
}
function counted(value, noun) {
    return `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
}
function firstFew(items, most, text, rest = (left) => `${count(left)} more`) {
    const texts = items.slice(0, most).map((item) => text(item));
    return items.length > most ? [...texts, rest(items.length - most)] : texts;
}
function percentages(now, before) {
    if (now.total === 0 || before.total === 0)
        return null;
    const same = now.passed * before.total === before.passed * now.total;
    for (let decimals = 1;; decimals++) {
        const texts = [percentage(now, decimals), percentage(before, decimals)];
        const distinct = same || texts[0] !== texts[1];
        if (decimals === MOST_DECIMALS || (distinct && isExact(now, texts[0]) && isExact(before, texts[1])))
            return texts;
    }
}
function percent({ passed, total }) {
    return total === 0 ? '' : ((100 * passed) / total).toFixed(1);
}
function duration(milliseconds) {
    if (milliseconds < 950)
        return `${(Math.max(0, milliseconds) / 1000).toFixed(1)}s`;
    const seconds = Math.round(milliseconds / 1000);
    const minutes = Math.floor(seconds / 60);
    if (minutes === 0)
        return `${seconds}s`;
    if (minutes < 60)
        return joined(minutes, 'm', seconds % 60, 's');
    return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
}
function latency(milliseconds) {
    if (milliseconds < 999.5)
        return `${Math.round(milliseconds)}ms`;
    const seconds = milliseconds / 1000;
    return `${seconds < 9.95 ? seconds.toFixed(1) : count(seconds)}s`;
}
function dollars(amount) {
    if (amount === 0)
        return '$0';
    if (Math.abs(amount) >= 0.1)
        return `$${amount.toFixed(2)}`;
    return `$${trimZeros(amount.toFixed(Math.min(10, 1 - Math.floor(Math.log10(Math.abs(amount))))))}`;
}
function tokens(amount) {
    if (amount < 999.5)
        return count(amount);
    if (amount < 999_500)
        return `${scaled(amount / 1000)}k`;
    return `${scaled(amount / 1_000_000)}M`;
}
function wholePercent(share) {
    return `${count(100 * share)}%`;
}
function signed(difference, words) {
    const size = words(Math.abs(difference ?? 0));
    return size === words(0) ? '' : ` (${(difference ?? 0) < 0 ? '\u2212' : '+'}${size})`;
}
function percentage({ passed, total }, decimals) {
    return `${((100 * passed) / total).toFixed(decimals)}%`;
}
function isExact({ passed, total }, text) {
    const rounded = Number.parseFloat(text);
    return (rounded === 100) === (passed === total) && (rounded === 0) === (passed === 0);
}
function scaled(value) {
    return value < 9.95 ? trimZeros(value.toFixed(1)) : count(value);
}
function trimZeros(decimal) {
    return decimal.replace(/\.?0+$/, '');
}
function joined(large, largeUnit, small, smallUnit) {
    return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
function day(time) {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}


/***/ }),

/***/ 4876:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EU: () => (/* binding */ fence),
/* harmony export */   Lp: () => (/* binding */ agentName),
/* harmony export */   QI: () => (/* binding */ agentNames),
/* harmony export */   SS: () => (/* binding */ codeSpan),
/* harmony export */   UU: () => (/* binding */ testName),
/* harmony export */   dK: () => (/* binding */ blockText),
/* harmony export */   inlineText: () => (/* binding */ inlineText),
/* harmony export */   vL: () => (/* binding */ evaluatorName)
/* harmony export */ });
/* harmony import */ var _units_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7885);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9266);


const NAME_LENGTH = 80;
const TEST_NAME_LENGTH = 160;
const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const blockMarks = /^(?:[-+=#:/]|\d+(?=[.)]))|(?<=\s)#+$/g;
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi;
const emojiNames = /:(?=[\w+-]+(?::|$))/g;
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
function inlineText(text, maxLength) {
    return isolate(escapeMarkdown((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutLine */ .Hh)(text, maxLength)));
}
function blockText(text, maxLength) {
    const cut = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutText */ .IN)(text, maxLength);
    const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n');
    return {
        markdown: lines.map((line) => isolate(escapeMarkdown(line.trim()))).join('<br>'),
        leftOut: cut.leftOut,
    };
}
function codeSpan(text, maxLength) {
    const line = withoutMentions((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutLine */ .Hh)(text, maxLength));
    if (line === '')
        return '';
    const ticks = '`'.repeat(longestRunOfTicks(line) + 1);
    const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${ticks}${pad}${line}${pad}${ticks}`;
}
function fence(text, maxLength) {
    const cut = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutText */ .IN)(text, maxLength);
    const content = withoutMentions(cut.text).replace(/^(\s*)\/(?=\w)/gm, `$1/${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`);
    const ticks = '`'.repeat(Math.max(3, longestRunOfTicks(content) + 1));
    return { markdown: `${ticks}text\n${content}\n${ticks}`, leftOut: cut.leftOut };
}
function agentName({ name }) {
    return nameText(name, NAME_LENGTH) || '(agent without a name)';
}
function agentNames(agents, most) {
    return (0,_units_js__WEBPACK_IMPORTED_MODULE_1__/* .firstFew */ .Dt)(agents, most, (agent) => `**${agentName(agent)}**`).join(', ');
}
function testName({ name, id }) {
    return nameText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)';
}
function evaluatorName({ evaluator }) {
    return nameText(evaluator ?? '', NAME_LENGTH) || 'Evaluator';
}
function nameText(name, maxLength) {
    return inlineText(name, maxLength).replaceAll(_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx, '<span></span>');
}
function escapeMarkdown(line) {
    return withoutMentions(line)
        .replace(/#(?=\w)/g, `#${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`)
        .replace(linkStarts, `$&${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`)
        .replace(emojiNames, `:${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`)
        .replace(commits, `$&${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`)
        .replace(markup, asEntities)
        .replace(blockMarks, asEntities)
        .replaceAll('$', '<span>$</span>');
}
function withoutMentions(text) {
    return text.replaceAll('@', `@${_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .breaker */ .tx}`);
}
function asEntities(characters) {
    return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('');
}
function isolate(text) {
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
function longestRunOfTicks(text) {
    return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}


/***/ }),

/***/ 9266:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ed: () => (/* binding */ redactData),
/* harmony export */   Hh: () => (/* binding */ cutLine),
/* harmony export */   IN: () => (/* binding */ cutText),
/* harmony export */   kc: () => (/* binding */ logText),
/* harmony export */   tx: () => (/* binding */ breaker)
/* harmony export */ });
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7975);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_util__WEBPACK_IMPORTED_MODULE_0__);

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/v;
const invisibles = new RegExp(`(\\p{RGI_Emoji}|(?<=${joiningLetter()})[\\u200C\\u200D](?=${joiningLetter()}))|${invisible.source}`, 'gv');
const plain = /^[\n\t -~]*$/;
const stackedMarks = /(\p{M}{4})\p{M}+/gu;
const FIELD_LENGTH = 200_000;
const breaker = '\u200B';
function cutText(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.trim());
}
function cutLine(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.replace(/\s+/g, ' ').trim()).text;
}
function logText(text, maxLength) {
    return cutLine(text, maxLength).replace(/##(?=\[)/g, `##${breaker}`);
}
function redactData(data, redact) {
    return mapTexts(data, (text) => {
        const bounded = (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text).toWellFormed();
        const cleaned = clean(bounded);
        const redacted = redact(cleaned);
        return redacted === cleaned ? bounded : redacted;
    });
}
function mapTexts(value, map) {
    if (typeof value === 'string')
        return map(value);
    if (typeof value !== 'object' || value === null || value instanceof Map)
        return value;
    let copy = null;
    for (const key of Object.keys(value)) {
        const each = Reflect.get(value, key);
        const mapped = mapTexts(each, map);
        if (mapped === each)
            continue;
        copy ??= Array.isArray(value) ? [...value] : { ...value };
        Reflect.set(copy, key, mapped);
    }
    return copy ?? value;
}
function cut(text, maxLength, tidy) {
    const reach = maxLength * 4 + 64;
    const tidied = tidy(clean(text.slice(0, reach)));
    if (text.length <= reach && tidied.length <= maxLength)
        return { text: tidied, leftOut: 0 };
    const kept = tidied.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
    return { text: `${kept}…`, leftOut: text.length - kept.length };
}
function clean(text) {
    if (plain.test(text))
        return text;
    const visible = withoutEscapeSequences(text.toWellFormed()).replace(lineBreaks, '\n');
    return (invisible.test(visible) ? visible.replace(invisibles, '$1') : visible).replace(stackedMarks, '$1');
}
function withoutEscapeSequences(text) {
    return text
        .split(/(?=[\u001B\u009B](?!\\))/)
        .map((piece) => (0,node_util__WEBPACK_IMPORTED_MODULE_0__.stripVTControlCharacters)(piece))
        .join('');
}
function joiningLetter() {
    const scripts = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'];
    scripts.push('Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala');
    return `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
}


/***/ })

};
