// Newer Node has the `navigator` of a browser. Tests bring what they need of it, so that they are the same on each Node.
if (typeof document === 'undefined') Reflect.deleteProperty(globalThis, 'navigator');
