/*
 * The parts of a drawing (SVG) that only show something. All other parts are left out of a site, so a new feature of browsers
 * stays out until somebody has examined it.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

export const drawingElements = words(`
  a circle clipPath defs desc ellipse filter foreignObject g image line linearGradient marker mask path pattern polygon
  polyline radialGradient rect stop style svg switch symbol text textPath title tspan use view
  animate animateMotion animateTransform mpath set
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`);

/** Text in a drawing, as drawing programs write it into a `foreignObject`. */
export const textElements = words(`
  abbr b big blockquote body br center cite code dd del div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i ins kbd li
  mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var
`);

/** Attributes for looks and positions, which an animation may change, too. */
export const lookAttributes = words(`
  alignment-baseline baseline-shift class clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-profile color-rendering cursor cx cy d direction display dominant-baseline enable-background fill fill-opacity
  fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant
  font-weight fx fy fr glyph-orientation-horizontal glyph-orientation-vertical gradientTransform height image-rendering
  isolation kerning letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode offset opacity order overflow paint-order patternTransform pathLength points pointer-events r rotate rx ry
  shape-rendering stdDeviation startOffset stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-overflow
  text-rendering textLength transform transform-box transform-origin unicode-bidi vector-effect viewBox visibility
  white-space width word-spacing writing-mode x x1 x2 y y1 y2 z
  amplitude azimuth baseFrequency bias diffuseConstant divisor dx dy edgeMode elevation exponent in in2 intercept k1 k2 k3 k4
  kernelMatrix kernelUnitLength limitingConeAngle numOctaves operator pointsAtX pointsAtY pointsAtZ preserveAlpha radius
  result scale seed slope specularConstant specularExponent spread stitchTiles surfaceScale tableValues targetX targetY
  xChannelSelector yChannelSelector
`);

export const drawingAttributes: ReadonlySet<string> = new Set([
  ...lookAttributes,
  ...words(`
    id lang role style tabindex title type media version focusable preserveAspectRatio zoomAndPan spreadMethod gradientUnits
    patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits markerHeight
    markerUnits markerWidth orient refX refY lengthAdjust method spacing side requiredFeatures requiredExtensions
    systemLanguage
    attributeName attributeType accumulate additive begin by calcMode dur end fill from keyPoints keySplines keyTimes max min
    origin path repeatCount repeatDur restart to values
  `),
]);

export const textAttributes = words(
  'align bgcolor border cellpadding cellspacing class color colspan dir face height id lang role rowspan size style title valign width',
);
