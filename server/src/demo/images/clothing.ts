import { area, type Draw, disc, each, line, mirrored, oval, rect } from './shapes.ts'

/** Clothing and accessories. */
export const clothing = {
  shirt: ({ main, light, shade, deep, paper }) =>
    mirrored(
      area('M400 210 318 178 196 244 146 400 240 434 258 376V640H400Z', main) +
        area('M196 244 146 400 240 434 258 340 250 262Z', shade) +
        area('M318 178 400 262 348 300 292 198Z', light),
    ) +
    area('M352 186 400 240 448 186Q400 206 352 186Z', deep) +
    rect(396, 262, 8, 378, shade) +
    each([312, 384, 456, 528, 600], (y) => disc(400, y, 8, paper)) +
    area('M450 330h76v70l-38 20-38-20z', shade),

  sweater: ({ main, light, shade, deep, accent }) =>
    mirrored(
      area('M400 206H336L220 250Q170 290 140 520L230 540 262 400V610H400Z', main) +
        area('M220 250Q170 290 140 520L230 540 262 360 254 262Z', shade) +
        area('M137 506 234 528 226 572 130 550Z', deep) +
        rect(258, 596, 142, 44, deep, 10),
    ) +
    area('M326 206Q400 290 474 206L452 190Q400 240 348 190Z', deep) +
    each([0, 1, 2, 3, 4, 5], (at) => area(`M${280 + at * 40} 356l20-24 20 24-20 24z`, at % 2 ? light : accent)) +
    rect(262, 398, 276, 10, light),

  jacket: ({ main, light, shade, deep, accent }) =>
    mirrored(
      area('M400 196H330L222 240Q176 284 150 560L242 574 262 420V640H400Z', main) +
        area('M222 240Q176 284 150 560L242 574 262 380 252 256Z', shade) +
        area('M330 196 400 216V300L346 344 296 214Z', light) +
        area('M286 500h88v86h-88z', shade) +
        rect(280, 488, 100, 26, deep, 6),
    ) +
    rect(394, 216, 12, 424, deep) +
    each([350, 430, 510, 590], (y) => disc(376, y, 11, accent)),

  dress: ({ main, light, shade, deep, accent }) =>
    mirrored(
      area('M400 236 336 170H308L300 330 346 372 232 640H400Z', main) + area('M346 372 232 640H300L380 372Z', shade),
    ) +
    area('M336 170Q400 280 464 170L448 170Q400 244 352 170Z', light) +
    rect(340, 360, 120, 26, accent, 8) +
    each(
      [
        [300, 560],
        [352, 470],
        [356, 590],
        [420, 540],
        [452, 450],
        [486, 590],
        [414, 430],
      ] as const,
      ([x, y]) => disc(x, y, 12, light),
    ) +
    line('M300 636Q400 652 500 636', deep, 6),

  trousers: ({ main, light, shade, deep, accent }) =>
    area('M280 160H520L560 640H448L400 320 352 640H240Z', main) +
    area('M400 320 448 640H500L420 250Z', shade) +
    area('M400 320 352 640H300L380 250Z', light) +
    rect(276, 160, 248, 44, deep, 8) +
    each([310, 400, 490], (x) => rect(x - 8, 152, 16, 60, shade, 4)) +
    disc(400, 182, 9, accent) +
    line('M296 220Q330 262 292 290M504 220Q470 262 508 290', deep, 6) +
    rect(236, 612, 120, 30, shade, 6) +
    rect(444, 612, 120, 30, shade, 6),

  socks: ({ main, light, shade, deep, accent }) => {
    const sock = (x: number, fill: string) =>
      area(`M${x} 180h120v250q0 40 50 70l90 52q40 34 0 88h-120q-150-20-150-130z`, fill) +
      area(`M${x + 130} 640q-30-60 40-92l90 4q40 40 0 88z`, accent) +
      area(`M${x} 420q30 90 100 120l-10 60q-80-40-90-120z`, accent) +
      each([230, 290, 350], (y) => rect(x, y, 120, 24, light)) +
      rect(x - 6, 164, 132, 40, deep, 14)
    return sock(380, shade) + sock(216, main)
  },

  cap: ({ main, light, shade, deep, accent }) =>
    area('M190 500Q180 270 400 260 620 270 610 500Q400 440 190 500Z', main) +
    area('M400 260Q620 270 610 500 560 470 480 462 500 320 400 260Z', shade) +
    area('M190 500Q400 430 610 500 690 540 640 590 400 500 160 590 110 540 190 500Z', deep) +
    area('M160 590Q400 500 640 590 400 540 160 590Z', shade) +
    disc(400, 260, 18, accent) +
    line('M400 270Q330 340 322 452M400 270Q470 340 478 452', light, 5) +
    rect(352, 350, 96, 64, accent, 14) +
    line('M376 382h48', light, 8),

  scarf: ({ main, light, shade, deep, accent }) =>
    area('M420 330h130l20 300h-130z', shade) +
    area('M250 330h130l-30 300H220z', main) +
    area('M220 240Q400 150 580 240 620 330 540 380 400 310 260 380 180 330 220 240Z', main) +
    area('M260 380Q400 310 540 380 500 420 400 400 300 420 260 380Z', deep) +
    each([450, 520], (y) => area(`M${250 - (y - 330) * 0.1} ${y}h130l-4 34H${246 - (y - 330) * 0.1}z`, accent)) +
    each([450, 520], (y) => area(`M${428 + (y - 330) * 0.07} ${y}h130l2 34H${430 + (y - 330) * 0.07}z`, accent)) +
    each([228, 256, 284, 312, 340], (x) => line(`M${x} 632v26`, main, 8)) +
    each([446, 474, 502, 530, 558], (x) => line(`M${x} 632v26`, shade, 8)) +
    line('M240 270Q400 190 560 270', light, 8),

  tote: ({ main, light, shade, deep, accent }) =>
    line('M310 340Q310 150 400 150T490 340', deep, 22) +
    area('M220 300H580L610 640H190Z', main) +
    area('M500 300H580L610 640H520Z', shade) +
    rect(220, 300, 360, 26, light) +
    area('M400 560Q330 480 400 410 470 480 400 560Z', accent) +
    line('M400 590V450M400 520 372 492M400 500 428 472', deep, 6),

  backpack: ({ main, light, shade, deep, accent }) =>
    line('M340 190Q340 130 400 130T460 190', deep, 20) +
    rect(188, 380, 60, 190, deep, 28) +
    rect(552, 380, 60, 190, deep, 28) +
    rect(230, 170, 340, 470, main, 90) +
    area('M480 170q90 0 90 90v290q0 90-90 90h-30V170z', shade) +
    area('M230 300V260q0-90 90-90H480q90 0 90 90v40Q400 380 230 300Z', light) +
    rect(290, 430, 220, 160, deep, 28) +
    rect(290, 430, 220, 130, shade, 28) +
    rect(384, 320, 32, 80, accent, 8) +
    rect(310, 478, 180, 10, accent, 5),

  boots: ({ main, light, shade, deep, accent }) => {
    const boot = (x: number, fill: string, sole: string) =>
      area(`M${x} 220h130v190q10 60 90 90 70 20 66 100H${x}z`, fill) +
      rect(x - 8, 590, 302, 46, sole, 16) +
      rect(x - 8, 206, 146, 44, accent, 18) +
      each([300, 350, 400], (y) => line(`M${x + 76} ${y}h56`, light, 10))
    return boot(350, shade, deep) + boot(190, main, deep)
  },

  umbrella: ({ main, light, shade, deep, accent, bark }) =>
    line('M400 180V570Q400 630 446 630T492 580', bark, 18) +
    area(
      'M140 430Q150 200 400 180 650 200 660 430 600 390 540 430 470 390 400 430 330 390 260 430 200 390 140 430Z',
      main,
    ) +
    area('M400 180Q470 290 470 408 500 400 540 430 600 390 660 430 650 200 400 180Z', shade) +
    area('M400 180Q330 290 330 408 360 400 400 430 440 400 470 408 470 290 400 180Z', light) +
    line('M400 180V150', deep, 14) +
    oval(400, 150, 10, 14, accent),
} satisfies Record<string, Draw>
