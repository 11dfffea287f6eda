// What is wrong with the page in the look that it has now, for a reader who prefers a scheme: a list of texts. look.py
// evaluates it.
async (scheme) => {
  // A new size and scheme have arrived when two frames were drawn; transitions would blend colours meanwhile.
  document.head.append(Object.assign(document.createElement("style"), {textContent: "* {transition: none !important}"}));
  const drawn = () => new Promise(requestAnimationFrame);
  // The pages of DocC are put together by their scripts, in far less time than this.
  while (!document.querySelector("main") && performance.now() < 20000) await drawn();
  if (!document.querySelector("main")) return ["it has no content"];
  for (let frame = 0; frame < 2; frame++) await drawn();
  const found = [];
  const root = document.documentElement;
  const name = (element) =>
    `${element.localName}.${[...element.classList].join(".")} "${element.textContent.trim().slice(0, 40)}"`;

  for (const picture of document.images)
    if (picture.complete && picture.naturalWidth === 0) found.push(`a broken picture: ${picture.src}`);

  if (root.scrollWidth > root.clientWidth)
    found.push(`${root.scrollWidth - root.clientWidth} px go over the side of the page`);

  // The colour of the ground behind an element; null if a picture or a gradient is there.
  const parse = (colour) => {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return {colour: parts.slice(0, 3), alpha: parts[3] ?? 1};
  };
  const over = (top, alpha, below) => top.map((part, index) => part * alpha + below[index] * (1 - alpha));
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const style = getComputedStyle(element);
    if (style.backgroundImage !== "none") return null;
    const {colour, alpha} = parse(style.backgroundColor);
    if (alpha === 1) return colour;
    const below = ground(element.parentElement);
    return below && over(colour, alpha, below);
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const value = part / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || seen.has(element)) continue;
    seen.add(element);
    if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const below = ground(element);
    if (!below) continue;
    const {colour, alpha} = parse(getComputedStyle(element).color);
    const ratio = contrast(over(colour, alpha, below), below);
    if (ratio < 3) found.push(`contrast of only ${ratio.toFixed(1)}: ${name(element)}`);
  }
  if (light(ground(document.body)) > 0.5 !== (scheme === "light")) found.push(`it is not ${scheme}`);
  return found;
}
