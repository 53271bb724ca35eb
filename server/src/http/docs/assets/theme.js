// Before the first paint, so that the page does not flash in the other colors.
const theme = localStorage.getItem('storedesk-docs-theme')
if (theme) document.documentElement.dataset.theme = theme
