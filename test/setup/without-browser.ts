// Newer Node has some of a browser's globals. Tests in Node bring what they need, so that they are the same on each Node.
for (const name of ['navigator', 'localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
